/** Form that changes existing resources behind the client's back. */
import { useState } from 'preact/hooks'
import type { Controls } from '../../src/generated/controls.ts'
import { control } from '../data/requests.ts'
import type { Specification } from '../data/specification.ts'
import { runWithUndo } from '../data/undo.ts'
import { useTask } from '../data/use-task.ts'
import { Changes } from '../parts/changes.tsx'
import { Failed } from '../parts/failed.tsx'
import { type Field, FieldsForm, type FieldValues } from '../parts/fields-form.tsx'

type DriftInput = Controls['POST /_sandbox/drift']['body']
type DriftReply = Controls['POST /_sandbox/drift']['reply']

const changeOptions = [
  ['', 'Any change'],
  ['rename', 'Rename'],
  ['retag', 'Change tags'],
  ['resize', 'Resize'],
  ['add_rule', 'Add a rule'],
  ['delete', 'Delete'],
] as const

interface Props {
  readonly specification: Specification
  /** Kind and id of the object to change; empty for a random one. */
  readonly kind: string
  readonly id: string
}

export function Drift({ specification, kind, id }: Props) {
  const [reply, setReply] = useState<DriftReply>()
  const { run, isBusy, error } = useTask()
  const fields: readonly Field[] = [
    { name: 'kind', label: 'Kind', hint: 'default: any', value: kind, suggestions: Object.keys(specification.kinds) },
    { name: 'id', label: 'Id', hint: 'default: any', value: id },
    { name: 'change', label: 'Change', options: changeOptions },
    { name: 'count', label: 'Count', hint: 'default: 1', type: 'number' },
    { name: 'seed', label: 'Seed', hint: 'default: random' },
  ]
  const apply = ({ count, ...others }: FieldValues) => {
    // The sandbox validates the values.
    const body = { ...others, ...(count !== undefined && { count: Number(count) }) } as DriftInput
    run(() => runWithUndo('Resources were changed.', async () => setReply(await control('POST /_sandbox/drift', { body }))))
  }
  return (
    <section>
      <h2>Drift</h2>
      <p>Changes resources without a logged request, to test that your infrastructure code notices and repairs it.</p>
      <FieldsForm layout="card fields" submit="Change resources" isBusy={isBusy} fields={fields} onSubmit={apply} />
      <Failed error={error} />
      {reply && (
        <>
          <p>Seed: {reply.seed}</p>
          <Changes changes={reply.changes} />
        </>
      )}
    </section>
  )
}

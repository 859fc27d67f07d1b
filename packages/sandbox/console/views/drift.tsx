/** Form that changes existing resources behind the client's back. */
import { useState } from 'preact/hooks'
import type { Controls } from '../../src/generated/controls.ts'
import { control } from '../data/requests.ts'
import type { Specification } from '../data/specification.ts'
import { runWithUndo } from '../data/undo.ts'
import { useTask } from '../data/use-task.ts'
import { Changes } from '../parts/changes.tsx'
import { Failed } from '../parts/failed.tsx'

type DriftInput = Controls['POST /_sandbox/drift']['body']
type DriftReply = Controls['POST /_sandbox/drift']['reply']

const changeChoices = [
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
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const fields = [...new FormData(event.currentTarget as HTMLFormElement)].filter(([, value]) => value !== '')
    const { count, ...texts } = Object.fromEntries(fields) as Readonly<Record<string, string>>
    const body = { ...texts, ...(count !== undefined && { count: Number(count) }) } as DriftInput
    run(() => runWithUndo('Resources were changed.', async () => setReply(await control('POST /_sandbox/drift', { body }))))
  }
  return (
    <section>
      <h2>Drift</h2>
      <p>Changes resources without a logged request, to test that your infrastructure code notices and repairs it.</p>
      <form class="card fields" onSubmit={submit}>
        <Field name="kind" label="Kind" hint="any" value={kind} choices={Object.keys(specification.kinds)} />
        <Field name="id" label="Id" hint="any" value={id} />
        <label>
          <span>Change</span>
          <select name="change">
            {changeChoices.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <Field name="count" label="Maximum number" hint="1" />
        <Field name="seed" label="Seed" hint="random" value={reply?.seed} />
        <button type="submit" class="main" disabled={isBusy}>
          Change resources
        </button>
      </form>
      <Failed error={error} />
      {reply && <Changes changes={reply.changes} />}
    </section>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  /** Default of an empty field. */
  readonly hint: string
  readonly value?: string | undefined
  readonly choices?: readonly string[]
}

function Field({ name, label, hint, value, choices = [] }: FieldProps) {
  return (
    <label>
      <span>
        {label} <small>default: {hint}</small>
      </span>
      <input name={name} list={`drift-${name}`} defaultValue={value} autocomplete="off" />
      <datalist id={`drift-${name}`}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </label>
  )
}

/** Saves, restores and compares snapshots, and resets the state. */
import { useState } from 'preact/hooks'
import type { Controls } from '../../src/generated/controls.ts'
import { requestInfo, control } from '../data/requests.ts'
import { runWithUndo } from '../data/undo.ts'
import { useLive } from '../data/use-live.ts'
import { useTask } from '../data/use-task.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { Changes } from '../parts/changes.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { Failed } from '../parts/failed.tsx'
import { type Field, FieldsForm, type FieldValues } from '../parts/fields-form.tsx'

type Comparison = Controls['GET /_sandbox/snapshots/compare']['reply']

export function View() {
  const info = useLoaded(requestInfo, [])
  const { value, error, reload } = useLoaded(() => control('GET /_sandbox/snapshots'), [])
  const [message, setMessage] = useState('')
  const { run, error: failure, isBusy } = useTask()
  useLive(['change'], reload)
  const change = (task: () => Promise<unknown>, text = '') =>
    run(async () => {
      await task()
      setMessage(text)
      reload()
    })
  const restore = (name: string) =>
    change(() => runWithUndo(`Restored “${name}”.`, () => control('POST /_sandbox/snapshots/restore', { body: { name } })))
  const remove = (name: string) => change(() => control('DELETE /_sandbox/snapshots', { body: { name } }), `Deleted “${name}”.`)
  const save = (name: string) => change(() => control('POST /_sandbox/snapshots', { body: { name } }), `Saved “${name}”.`)
  const reset = () => change(() => runWithUndo('Reset to the seed data.', () => control('POST /_sandbox/reset')))
  return (
    <>
      <div class="head">
        <h1>Snapshots</h1>
        <button type="button" class="danger" disabled={isBusy} onClick={reset}>
          Reset to seed data
        </button>
      </div>
      <p>
        Seed data: <b>{info.value?.world ?? '…'}</b> · State: <b>{info.value?.state ?? 'in memory'}</b>
      </p>
      <Failed error={error ?? failure} />
      <p role="status">{message}</p>
      <FieldsForm
        layout="line"
        submit="Save"
        fields={[{ name: 'name', label: 'New snapshot', isRequired: true, pattern: '[A-Za-z0-9][A-Za-z0-9_.\\-]{0,99}' }]}
        onSubmit={({ name = '' }) => save(name)}
      />
      {value?.snapshots.length === 0 && <p class="none">No snapshots. Save one before a test, and restore it afterwards.</p>}
      <SnapshotList names={value?.snapshots ?? []} isBusy={isBusy} onRestore={restore} onDelete={remove} />
      {value && value.snapshots.length > 0 && <Compare names={value.snapshots} />}
    </>
  )
}

interface SnapshotListProps {
  readonly names: readonly string[]
  readonly isBusy: boolean
  readonly onRestore: (name: string) => void
  readonly onDelete: (name: string) => void
}

function SnapshotList({ names, isBusy, onRestore, onDelete }: SnapshotListProps) {
  return (
    <ul class="list">
      {names.map((name) => (
        <li key={name}>
          <b>{name}</b>
          <span class="actions">
            <button type="button" class="small" aria-label={`Restore ${name}`} disabled={isBusy} onClick={() => onRestore(name)}>
              Restore
            </button>
            <ConfirmButton
              isSmall
              label="Delete"
              name={`Delete ${name}`}
              message="The snapshot cannot be restored afterwards."
              isDisabled={isBusy}
              onConfirm={() => onDelete(name)}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Compare({ names }: { readonly names: readonly string[] }) {
  const [comparison, setComparison] = useState<Comparison>()
  const { run, error } = useTask()
  const compare = ({ from = '', to }: FieldValues) =>
    run(async () => setComparison(await control('GET /_sandbox/snapshots/compare', { query: { from, ...(to !== undefined && { to }) } })))
  const options = names.map((name) => [name, name] as const)
  const fields: readonly Field[] = [
    { name: 'from', label: 'From', options },
    { name: 'to', label: 'To', options: [['', 'current state'], ...options] },
  ]
  return (
    <section>
      <h2>Compare</h2>
      <FieldsForm isKept layout="line" submit="Compare" fields={fields} onSubmit={compare} />
      <Failed error={error} />
      {comparison && (
        <>
          <p role="status">
            {comparison.created} created, {comparison.updated} updated, {comparison.deleted} deleted
          </p>
          <Changes changes={comparison.changes} />
        </>
      )}
    </section>
  )
}

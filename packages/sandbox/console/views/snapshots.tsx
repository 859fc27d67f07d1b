/** Saves, restores and compares snapshots, and resets the state. */
import { useState } from 'preact/hooks'
import type { Controls } from '../../src/generated/controls.ts'
import { requestInfo, control, invalidateInfo } from '../data/requests.ts'
import { loadClock } from '../data/clock.ts'
import { useTask } from '../data/use-task.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { Changes } from '../parts/changes.tsx'
import { Failed } from '../parts/failed.tsx'

type Comparison = Controls['GET /_sandbox/snapshots/compare']['reply']

export function View() {
  const info = useLoaded(requestInfo, [])
  const { value, error, reload } = useLoaded(() => control('GET /_sandbox/snapshots'), [])
  const [message, setMessage] = useState('')
  const { run, error: failure, isBusy } = useTask()
  const finish = (text: string) => {
    invalidateInfo()
    void loadClock()
    reload()
    setMessage(text)
  }
  const restore = (name: string) =>
    run(async () => {
      await control('POST /_sandbox/snapshots/restore', { body: { name } })
      finish(`Restored “${name}”.`)
    })
  const remove = (name: string) =>
    run(async () => {
      await control('DELETE /_sandbox/snapshots', { body: { name } })
      finish(`Deleted “${name}”.`)
    })
  const reset = () =>
    run(async () => {
      await control('POST /_sandbox/reset')
      finish('Reset the state to the seed data.')
    })
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
      <Save
        onSave={(name) =>
          run(async () => {
            await control('POST /_sandbox/snapshots', { body: { name } })
            finish(`Saved “${name}”.`)
          })
        }
      />
      {value?.snapshots.length === 0 && <p class="none">No snapshots</p>}
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
            <button type="button" class="small danger" aria-label={`Delete ${name}`} disabled={isBusy} onClick={() => onDelete(name)}>
              Delete
            </button>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Save({ onSave }: { readonly onSave: (name: string) => void }) {
  const [name, setName] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    onSave(name)
    setName('')
  }
  return (
    <form class="line" onSubmit={submit}>
      <label>
        <span>New snapshot</span>
        <input
          required
          pattern="[A-Za-z0-9][A-Za-z0-9_.\-]{0,99}"
          title="Letters, digits, dots, hyphens and underscores"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="main">
        Save
      </button>
    </form>
  )
}

function Compare({ names }: { readonly names: readonly string[] }) {
  const [from, setFrom] = useState(names[0] ?? '')
  const [to, setTo] = useState('')
  const [comparison, setComparison] = useState<Comparison>()
  const { run, error } = useTask()
  const submit = (event: Event) => {
    event.preventDefault()
    run(async () => setComparison(await control('GET /_sandbox/snapshots/compare', { query: { from, ...(to !== '' && { to }) } })))
  }
  return (
    <section>
      <h2>Compare</h2>
      <form class="line" onSubmit={submit}>
        <label>
          <span>From</span>
          <select value={from} onChange={(event) => setFrom(event.currentTarget.value)}>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          <span>To</span>
          <select value={to} onChange={(event) => setTo(event.currentTarget.value)}>
            <option value="">current state</option>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="submit">Compare</button>
      </form>
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

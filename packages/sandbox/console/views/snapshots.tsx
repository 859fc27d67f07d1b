/** Copies of the whole state: kept, gone back to, compared. */
import { useState } from 'preact/hooks'
import type { Controls } from '../../src/generated/controls.ts'
import { requestInfo, control, removeInfo } from '../data/ask.ts'
import { loadClock } from '../data/clock.ts'
import { useTask } from '../data/use-task.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { Changes } from '../parts/changes.tsx'
import { Failed } from '../parts/failed.tsx'

type Compared = Controls['GET /_sandbox/snapshots/compare']['reply']

export function View() {
  const info = useLoaded(requestInfo, [])
  const { value, error, reload } = useLoaded(() => control('GET /_sandbox/snapshots'), [])
  const [said, say] = useState('')
  const { run, error: failure, isBusy } = useTask()
  const after = (words: string) => {
    removeInfo()
    void loadClock()
    reload()
    say(words)
  }
  const restore = (name: string) =>
    run(async () => {
      await control('POST /_sandbox/snapshots/restore', { body: { name } })
      after(`Everything is as it was in “${name}”.`)
    })
  const remove = (name: string) =>
    run(async () => {
      await control('DELETE /_sandbox/snapshots', { body: { name } })
      after(`“${name}” is gone.`)
    })
  const reset = () =>
    run(async () => {
      await control('POST /_sandbox/reset')
      after('Everything is as on the first day.')
    })
  return (
    <>
      <div class="head">
        <h1>Snapshots and worlds</h1>
        <button type="button" class="danger" disabled={isBusy} onClick={reset}>
          Reset to the first day
        </button>
      </div>
      <p>
        The world is <b>{info.value?.world ?? '…'}</b>; the state is {info.value?.state ?? 'in memory'}.
      </p>
      <Failed error={error ?? failure} />
      <p role="status">{said}</p>
      <Save
        onSave={(name) =>
          run(async () => {
            await control('POST /_sandbox/snapshots', { body: { name } })
            after(`Kept as “${name}”.`)
          })
        }
      />
      <Kept names={value?.snapshots ?? []} isBusy={isBusy} onRestore={restore} onRemove={remove} />
      {value && value.snapshots.length > 0 && <Compare names={value.snapshots} />}
    </>
  )
}

interface KeptProps {
  readonly names: readonly string[]
  readonly isBusy: boolean
  readonly onRestore: (name: string) => void
  readonly onRemove: (name: string) => void
}

function Kept({ names, isBusy, onRestore, onRemove }: KeptProps) {
  return (
    <ul class="list">
      {names.map((name) => (
        <li key={name}>
          <b>{name}</b>
          <span class="deeds">
            <button type="button" class="small" aria-label={`Go back to ${name}`} disabled={isBusy} onClick={() => onRestore(name)}>
              Go back
            </button>
            <button type="button" class="small danger" aria-label={`Delete ${name}`} disabled={isBusy} onClick={() => onRemove(name)}>
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
        <span>Keep the present state as</span>
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
  const [compared, setCompared] = useState<Compared>()
  const { run, error } = useTask()
  const submit = (event: Event) => {
    event.preventDefault()
    run(async () => setCompared(await control('GET /_sandbox/snapshots/compare', { query: { from, ...(to !== '' && { to }) } })))
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
            <option value="">the present state</option>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="submit">Compare</button>
      </form>
      <Failed error={error} />
      {compared && (
        <>
          <p role="status">
            {compared.made} made, {compared.changed} changed, {compared.removed} removed.
          </p>
          <Changes changes={compared.changes} />
        </>
      )}
    </section>
  )
}

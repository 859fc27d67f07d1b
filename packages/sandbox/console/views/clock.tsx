/** The time, which is moved from here, what is to come in it and what has happened. */
import { useState } from 'preact/hooks'
import type { DoneDue, Due } from '../../src/generated/controls.ts'
import { control } from '../data/ask.ts'
import { clock, moveClock, sandboxNow } from '../data/clock.ts'
import { useValue } from '../data/observable.ts'
import { useTask } from '../data/use-task.ts'
import { useLive } from '../data/use-live.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { renderAge } from '../parts/age.ts'
import { Changes } from '../parts/changes.tsx'
import { ObjectLink } from '../parts/object-link.tsx'
import { Failed } from '../parts/failed.tsx'

const steps = [
  { title: '+1 min', seconds: 60 },
  { title: '+1 h', seconds: 3600 },
  { title: '+1 day', seconds: 86_400 },
  { title: '+30 days', seconds: 30 * 86_400 },
] as const

export function View() {
  const read = useValue(clock)
  const { run, isBusy, error } = useTask()
  const { value, error: failure, reload } = useLoaded(() => control('GET /_sandbox/dues', { query: { limit: 100 } }), [])
  useLive(['due', 'clock', 'action', 'change'], reload)
  const move = (change: Parameters<typeof moveClock>[0]) =>
    run(async () => {
      await moveClock(change)
      reload()
    })
  return (
    <>
      <div class="head">
        <h1>Clock</h1>
      </div>
      <div class="card">
        <p class="now">{read ? `${new Date(sandboxNow()).toISOString().slice(0, 19).replace('T', ' ')} UTC` : '…'}</p>
        <div class="deeds">
          <button type="button" disabled={isBusy} aria-pressed={read?.frozen ?? false} onClick={() => move({ frozen: !read?.frozen })}>
            {read?.frozen ? 'Let it run' : 'Freeze'}
          </button>
          {steps.map(({ title, seconds }) => (
            <button key={title} type="button" disabled={isBusy} onClick={() => move({ advance_seconds: seconds })}>
              {title}
            </button>
          ))}
          <button type="button" class="main" disabled={isBusy || value?.dues.length === 0} onClick={() => move({ until: 'next_due' })}>
            To the next thing due
          </button>
        </div>
        <SetDate isBusy={isBusy} onSet={(now) => move({ now })} />
        <Failed error={error ?? failure} />
      </div>
      {value && (
        <div class="grid">
          <ToCome dues={value.dues} total={value.total} />
          <Happened done={value.done} />
        </div>
      )}
    </>
  )
}

function SetDate({ isBusy, onSet }: { readonly isBusy: boolean; readonly onSet: (now: string) => void }) {
  const [text, setText] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    onSet(`${text.length === 16 ? `${text}:00` : text}Z`)
  }
  return (
    <form class="line" onSubmit={submit}>
      <label>
        <span>To a date (UTC)</span>
        <input
          type="datetime-local"
          min="1970-01-01T00:00"
          max="2099-12-31T00:00"
          required
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={isBusy}>
        Set
      </button>
    </form>
  )
}

function ToCome({ dues: jobs, total }: { readonly dues: readonly Due[]; readonly total: number }) {
  return (
    <section>
      <h2>To come ({total})</h2>
      {jobs.length === 0 && <p class="none">Nothing is under way.</p>}
      <ol class="list">
        {jobs.map((job, at) => (
          <li key={`${job.at} ${job.what} ${at}`}>
            <time dateTime={job.at} title={job.at}>
              {renderAge(0, -job.in_seconds * 1000)}
            </time>
            <span>
              {isShown(job.object) && <ObjectLink object={job.object} />} {job.what}
            </span>
            {job.name !== job.what && <small>{job.name}</small>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What the sandbox keeps for itself has no page; its kinds are written small. */
function isShown(object: Due['object']): object is NonNullable<Due['object']> {
  return object !== null && /^[A-Z]/.test(object.kind)
}

function Happened({ done }: { readonly done: readonly DoneDue[] }) {
  return (
    <section>
      <h2>Happened</h2>
      {done.length === 0 && <p class="none">Nothing has fallen due yet.</p>}
      <ol class="list">
        {done.map((job, at) => (
          <li key={`${job.at} ${job.name} ${at}`}>
            <time dateTime={job.at}>{job.at.slice(0, 19).replace('T', ' ')}</time>
            <div>
              {job.name}
              <Changes changes={job.changes} isFolded />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Clock controls, scheduled jobs and completed jobs. */
import type { CompletedJob, Job } from '../../src/generated/controls.ts'
import { control } from '../data/requests.ts'
import { clock, moveClock } from '../data/clock.ts'
import { useValue } from '../data/observable.ts'
import { runWithUndo } from '../data/undo.ts'
import { useTask } from '../data/use-task.ts'
import { useLive } from '../data/use-live.ts'
import { useSandboxNow } from '../data/use-sandbox-now.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { formatTime } from '../parts/age.ts'
import { Changes } from '../parts/changes.tsx'
import { Failed } from '../parts/failed.tsx'
import { FieldsForm } from '../parts/fields-form.tsx'
import { JobList } from '../parts/job-list.tsx'

const steps = [
  { title: '+1 min', seconds: 60 },
  { title: '+1 h', seconds: 3600 },
  { title: '+1 day', seconds: 86_400 },
  { title: '+30 days', seconds: 30 * 86_400 },
] as const

export function View() {
  const reading = useValue(clock)
  const time = useSandboxNow()
  const { run, isBusy, error } = useTask()
  const { value, error: failure, reload } = useLoaded(() => control('GET /_sandbox/jobs', { query: { limit: 100 } }), [])
  useLive(['job', 'clock', 'action', 'change'], reload)
  const move = (change: Parameters<typeof moveClock>[0]) =>
    run(async () => {
      const isLong = change.now !== undefined || (change.advance_seconds ?? 0) >= 86_400
      await (isLong ? runWithUndo('The clock was moved.', () => moveClock(change)) : moveClock(change))
      reload()
    })
  return (
    <>
      <div class="head">
        <h1>Clock</h1>
      </div>
      <div class="card">
        <p class="now">{reading ? `${formatTime(new Date(time).toISOString())} UTC` : '…'}</p>
        <div class="actions">
          <button
            type="button"
            disabled={isBusy}
            aria-pressed={reading?.frozen ?? false}
            onClick={() => move({ frozen: !reading?.frozen })}
          >
            {reading?.frozen ? 'Resume' : 'Freeze'}
          </button>
          {steps.map(({ title, seconds }) => (
            <button key={title} type="button" disabled={isBusy} onClick={() => move({ advance_seconds: seconds })}>
              {title}
            </button>
          ))}
          <button type="button" class="main" disabled={isBusy || value?.jobs.length === 0} onClick={() => move({ until: 'next_job' })}>
            Run next job
          </button>
        </div>
        <FieldsForm
          layout="line"
          submit="Set"
          isBusy={isBusy}
          fields={[{ name: 'now', label: 'Date and time (UTC)', type: 'datetime-local', isRequired: true }]}
          onSubmit={({ now = '' }) => move({ now: `${now.length === 16 ? `${now}:00` : now}Z` })}
        />
        <Failed error={error ?? failure} />
      </div>
      {value && (
        <div class="grid">
          <ScheduledJobs jobs={value.jobs} total={value.total} />
          <CompletedJobs jobs={value.completed} />
        </div>
      )}
    </>
  )
}

function ScheduledJobs({ jobs, total }: { readonly jobs: readonly Job[]; readonly total: number }) {
  return (
    <section>
      <h2>Scheduled jobs ({total})</h2>
      {jobs.length === 0 && <p class="none">No scheduled jobs. Start an action, for example create a droplet, to schedule one.</p>}
      <JobList jobs={jobs} />
    </section>
  )
}

function CompletedJobs({ jobs }: { readonly jobs: readonly CompletedJob[] }) {
  return (
    <section>
      <h2>Completed jobs</h2>
      {jobs.length === 0 && <p class="none">No completed jobs. Advance the clock to run the scheduled ones.</p>}
      <ol class="list">
        {jobs.map((job, at) => (
          <li key={`${job.at} ${job.name} ${at}`}>
            <time dateTime={job.at}>{formatTime(job.at)}</time>
            <div>
              {job.name}
              <Changes changes={job.changes} isCollapsed />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

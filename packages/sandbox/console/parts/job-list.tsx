import type { Job } from '../../src/generated/controls.ts'
import { useSandboxNow } from '../data/use-sandbox-now.ts'
import { renderAge } from './age.ts'
import { ObjectLink } from './object-link.tsx'

/** Scheduled jobs with the time that is left. */
export function JobList({ jobs }: { readonly jobs: readonly Job[] }) {
  const now = useSandboxNow()
  return (
    <ol class="list">
      {jobs.map((job, at) => (
        <li key={`${job.at} ${job.description} ${at}`}>
          <time dateTime={job.at} title={`${job.at}: ${job.name}`}>
            {renderAge(Math.max(now, Date.parse(job.at)), now)}
          </time>
          <span>
            {hasPage(job.object) && <ObjectLink object={job.object} name={job.object_name} />}{' '}
            {job.description === job.name ? formatJobName(job) : job.description}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Readable name of a job, for example `begin backup` of a database, or `droplets: expire` without an object. */
function formatJobName({ name, object }: Job): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return hasPage(object) ? words.slice(words.indexOf('.') + 1) : words.replace('.', ': ')
}

/** Internal kinds are lowercase and have no page. */
function hasPage(object: Job['object']): object is NonNullable<Job['object']> {
  return object !== null && /^[A-Z]/.test(object.kind)
}

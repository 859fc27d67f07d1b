/** Jobs, links and history of an object. */
import type { Link, ObjectDetail } from '../../../src/generated/controls.ts'
import { formatTime } from '../../parts/age.ts'
import { Changes } from '../../parts/changes.tsx'
import { JobList } from '../../parts/job-list.tsx'
import { nameObject, ObjectLink } from '../../parts/object-link.tsx'
import { formatUrl } from '../../shell/router.ts'

export function Details({ detail }: { readonly detail: ObjectDetail }) {
  const { jobs, refers_to: to, referred_by: by, history } = detail
  return (
    <div class="grid details">
      {jobs.length > 0 && (
        <section class="card">
          <h2>Scheduled jobs</h2>
          <JobList jobs={jobs} />
        </section>
      )}
      <Links title="References" links={to} />
      <Links title="Referenced by" links={by} />
      {history.length > 0 && (
        <section class="card">
          <h2>History</h2>
          <ol class="list">
            {history.map(({ at, request_id: id, job: name, change }) => (
              <li key={`${at} ${id ?? name ?? ''}`}>
                <time dateTime={at}>{formatTime(at)}</time>
                <div>
                  {id === null ? name : <a href={formatUrl(['requests', id])}>request {id.slice(0, 8)}</a>}
                  <Changes changes={[change]} isCollapsed />
                </div>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}

function Links({ title, links }: { readonly title: string; readonly links: readonly Link[] }) {
  if (links.length === 0) return null
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul class="list">
        {links.map(({ object, field, name }) => (
          <li key={`${nameObject(object)} ${field}`}>
            <small>{field}</small>
            <span>
              <ObjectLink object={object} name={name} /> <small>{object.kind}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the sandbox itself knows of an object: what is due next, what it refers to and what refers to it, and who changed it. */
import type { Link, ObjectDetail } from '../../../src/generated/controls.ts'
import { renderAge } from '../../parts/age.ts'
import { Changes } from '../../parts/changes.tsx'
import { nameObject, ObjectLink } from '../../parts/object-link.tsx'
import { addressOf } from '../../shell/router.ts'

export function Details({ detail }: { readonly detail: ObjectDetail }) {
  const { due: job, refers_to: to, referred_by: by, history } = detail
  return (
    <div class="grid details">
      {job.length > 0 && (
        <section class="card">
          <h2>Due next</h2>
          <ul class="list">
            {job.map(({ at, what, in_seconds: seconds }) => (
              <li key={`${at} ${what}`}>
                <time dateTime={at}>{renderAge(0, -seconds * 1000)}</time>
                <span>{what}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Links title="Refers to" links={to} />
      <Links title="Referred to by" links={by} />
      {history.length > 0 && (
        <section class="card">
          <h2>History</h2>
          <ol class="list">
            {history.map(({ at, request_id: id, due: name, change }) => (
              <li key={`${at} ${id ?? name ?? ''}`}>
                <time dateTime={at}>{at.slice(0, 19).replace('T', ' ')}</time>
                <div>
                  {id === null ? name : <a href={addressOf(['requests', id])}>request {id.slice(0, 8)}</a>}
                  <Changes changes={[change]} isFolded />
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

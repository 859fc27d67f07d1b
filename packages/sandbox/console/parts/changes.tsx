/** Changed objects of a request or job, with the changed fields. */
import type { Change } from '../../src/generated/controls.ts'
import { ObjectLink } from './object-link.tsx'
import { State } from './state.tsx'

interface Props {
  readonly changes: readonly Change[]
  /** Collapses the old and new values of the fields. */
  readonly isCollapsed?: boolean
}

export function Changes({ changes, isCollapsed = false }: Props) {
  if (changes.length === 0) return <p class="none">No changes</p>
  return (
    <ul class="changes">
      {changes.map((change) => {
        const { object, type } = change
        return (
          <li key={`${object.kind} ${object.parent} ${object.id} ${type}`}>
            <State text={type} /> <ChangedObject change={change} />
            {type === 'updated' && <Differences change={change} isCollapsed={isCollapsed} />}
          </li>
        )
      })}
    </ul>
  )
}

/** Name of the changed object, with a link if it still exists, and its kind. */
function ChangedObject({ change: { object, type, before, after } }: { readonly change: Change }) {
  const { name } = Object(after ?? before) as { readonly name?: unknown }
  const title = typeof name === 'string' && name !== '' ? name : object.id
  return (
    <>
      {type === 'deleted' ? title : <ObjectLink object={object} name={title} />} <small>{object.kind}</small>
    </>
  )
}

const maxChanges = 40
const maxValueLength = 300

function Differences({ change: { before, after }, isCollapsed }: { readonly change: Change; readonly isCollapsed: boolean }) {
  const rows = listDifferences(before, after)
  if (rows.length === 0) return null
  return (
    <details open={!isCollapsed}>
      <summary>{rows.map(({ path }) => path).join(', ')}</summary>
      <dl>
        {rows.slice(0, maxChanges).map(({ path, was, is }) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>
              <del>{truncate(was)}</del> → <ins>{truncate(is)}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {rows.length > maxChanges && <small>and {rows.length - maxChanges} more</small>}
    </details>
  )
}

/** Shortens long values, for example complete lists. */
function truncate(text: string): string {
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)} …` : text
}

interface Difference {
  readonly path: string
  readonly was: string
  readonly is: string
}

function listDifferences(before: unknown, after: unknown, path = ''): Difference[] {
  if (isRecord(before) && isRecord(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      listDifferences(before[name], after[name], path === '' ? name : `${path}.${name}`),
    )
  const [was, is] = [formatValue(before), formatValue(after)]
  return was === is ? [] : [{ path, was, is }]
}

function formatValue(value: unknown): string {
  return value === undefined ? '(none)' : JSON.stringify(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

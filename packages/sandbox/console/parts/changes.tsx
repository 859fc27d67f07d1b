/** What a request or something that fell due changed: each object, and of its fields those that are others now. */
import type { Change } from '../../src/generated/controls.ts'
import { nameObject, ObjectLink } from './object-link.tsx'
import { State } from './state.tsx'

interface Props {
  readonly changes: readonly Change[]
  /** Where there are many of them, what the fields were and are is shown when it is asked for. */
  readonly isFolded?: boolean
}

export function Changes({ changes, isFolded = false }: Props) {
  if (changes.length === 0) return <p class="none">Nothing.</p>
  return (
    <ul class="changes">
      {changes.map((change) => {
        const { object, did } = change
        return (
          <li key={`${object.kind} ${object.parent} ${object.id} ${did}`}>
            <State text={did} /> {did === 'removed' ? nameObject(object) : <ObjectLink object={object} />}
            {did === 'changed' && <Differences change={change} isFolded={isFolded} />}
          </li>
        )
      })}
    </ul>
  )
}

const maxChanges = 40
const maxValueLength = 300

function Differences({ change: { before, after }, isFolded }: { readonly change: Change; readonly isFolded: boolean }) {
  const rows = listDifferences(before, after)
  if (rows.length === 0) return null
  return (
    <details open={!isFolded}>
      <summary>{rows.map(({ path }) => path).join(', ')}</summary>
      <dl>
        {rows.slice(0, maxChanges).map(({ path, was, is }) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>
              <del>{cut(was)}</del> → <ins>{cut(is)}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {rows.length > maxChanges && <small>and {rows.length - maxChanges} more</small>}
    </details>
  )
}

/** Whole lists change at once: their beginning says what they are. */
function cut(text: string): string {
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
  const [was, is] = [write(before), write(after)]
  return was === is ? [] : [{ path, was, is }]
}

function write(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

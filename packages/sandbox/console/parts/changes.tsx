/** What a request or something that fell due changed: each object, and of its fields those that are others now. */
import type { Change } from '../../src/generated/controls.ts'
import { addressOf } from '../shell/router.ts'
import { State } from './state.tsx'

export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <p class="none">Nothing.</p>
  return (
    <ul class="changes">
      {changes.map((change) => {
        const { object, did } = change
        return (
          <li key={`${object.kind} ${object.parent} ${object.id} ${did}`}>
            <State text={did} />{' '}
            {object.parent === '' && did !== 'removed' ? (
              <a href={addressOf(['resources', object.kind, object.id])}>{nameObject(object)}</a>
            ) : (
              nameObject(object)
            )}
            {did === 'changed' && <Differences change={change} />}
          </li>
        )
      })}
    </ul>
  )
}

export function nameObject({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind} ${id}`
}

const most = 40

function Differences({ change: { before, after } }: { readonly change: Change }) {
  const rows = listDifferences(before, after)
  return (
    <table class="plain">
      <tbody>
        {rows.slice(0, most).map(({ path, was, is }) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            <td>
              <del>{was}</del> → <ins>{is}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
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

/** Every kind of object that can be made, goes through states and is read by an operation of the client that can wait for them. */
import { findLifecycle } from '../../../../generators/client/find-lifecycle.ts'
import type { NamedSchema } from '../../../../generators/model/api-model.ts'
import type { Lifecycle } from '../../../../generators/model/json-schema.ts'
import type { OperationEntry } from '../load-specification.ts'
import { type Kind, listKinds } from '../stable/list-kinds.ts'

export interface Life {
  readonly kind: Kind
  readonly lifecycle: Lifecycle
  /** Where in the reply the state is: `droplet.status`. */
  readonly path: string
  /** What moves the states on besides making it. */
  readonly triggers: readonly Trigger[]
  readonly remove?: OperationEntry
}

export interface Trigger {
  /** An operation, or a type of action. */
  readonly name: string
  readonly entry: OperationEntry
}

export function listLives(entries: readonly OperationEntry[]): Life[] {
  return listKinds(entries).flatMap((kind) => {
    const schemas = new Map(
      kind.make.api.families.flatMap((family) => family.schemas).map((each): [string, NamedSchema] => [each.name, each]),
    )
    const body = kind.reader.entry.operation.replies.find(({ status }) => status.startsWith('2'))?.content[0]?.schema
    const found = body && !kind.reader.isList ? findLifecycle(body, schemas) : undefined
    const lifecycle = found?.schema.lifecycle
    // A state of another object inside of it is not its own.
    if (!found || !lifecycle || (found.schema.name !== kind.name && found.schema.resource !== undefined)) return []
    const { path } = kind.reader.entry.operation
    const own = entries.filter((each) => each.api === kind.make.api && each.operation.path.startsWith(path))
    const remove = own.find(({ operation }) => operation.method === 'delete' && operation.path === path)
    return [{ kind, lifecycle, path: found.path, triggers: listTriggers(lifecycle, own), ...(remove && { remove }) }]
  })
}

function listTriggers({ transitions }: Lifecycle, own: readonly OperationEntry[]): Trigger[] {
  const names = [...new Set(transitions.flatMap(({ on }) => on))].filter((name) => name !== 'create')
  return names.flatMap((name) => {
    const entry = own.find(({ operation }) => operation.id === name || operation.action?.types.includes(name))
    return entry && entry.operation.method !== 'delete' ? [{ name, entry }] : []
  })
}

/** The states that `cause` leads through from `state`, one after the other, without that one. */
export function statesAfter({ transitions }: Lifecycle, state: string, cause: string): string[] {
  const states: string[] = []
  for (let current = state; ;) {
    const next = transitions.find(
      ({ from, on, to }) => [from].flat().includes(current) && [on].flat().includes(cause) && ![state, ...states].includes(to),
    )
    const back = transitions.find(
      ({ from, on, to }) => [from].flat().includes(current) && [on].flat().includes(cause) && to === state && states.length > 0,
    )
    const to = next?.to ?? back?.to
    if (to === undefined) return states
    states.push(to)
    if (to === state) return states
    current = to
  }
}

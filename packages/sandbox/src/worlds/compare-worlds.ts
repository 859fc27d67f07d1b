/** What was made, changed and removed between two worlds. What has one name in both is the same thing; without a name, its id tells it. */
import { isDeepStrictEqual } from 'node:util'
import { isRecord, type Value } from '../engine/values.ts'
import { worldKinds } from '../generated/world-kinds.ts'
import type { WorldKind } from '../tables/world-kind.ts'
import { nameOf } from './make-resources.ts'
import type { WorldDefinition } from './world-definition.ts'

export interface Changed {
  /** `droplets`, or `domains.records` for what lives under another. */
  readonly kind: string
  readonly name: string
}

export interface FieldChange {
  readonly before: unknown
  readonly after: unknown
}

export interface WorldDifference {
  readonly made: readonly Changed[]
  readonly changed: readonly (Changed & { readonly fields: Readonly<Record<string, FieldChange>> })[]
  readonly removed: readonly Changed[]
}

interface Item extends Changed {
  readonly value: Value
}

export function compareWorlds(before: WorldDefinition, after: WorldDefinition): WorldDifference {
  const [first, second] = [listItems(before), listItems(after)]
  const tell = ({ kind, name }: Changed) => ({ kind, name })
  const both = [...second].flatMap(([key, item]) => {
    const old = first.get(key)
    return old ? [{ ...tell(item), fields: compareFields(old.value, item.value) }] : []
  })
  return {
    made: [...second].flatMap(([key, item]) => (first.has(key) ? [] : [tell(item)])),
    changed: both.filter(({ fields }) => Object.keys(fields).length > 0),
    removed: [...first].flatMap(([key, item]) => (second.has(key) ? [] : [tell(item)])),
  }
}

/** By kind and name; several of one name by their ids. */
function listItems(world: WorldDefinition): ReadonlyMap<string, Item> {
  const items = Object.entries(world).flatMap(([kind, list]) => {
    if (Array.isArray(list)) return flatten(kind, list as readonly Value[], '')
    // Time goes on by itself.
    return isRecord(list) && kind !== 'clock' ? [{ kind, name: '', value: list }] : []
  })
  return new Map(items.map((item) => [`${item.kind} ${item.name}`, item]))
}

function flatten(kind: string, list: readonly Value[], owner: string): Item[] {
  const names = list.map(nameOf)
  return list.flatMap((value, n) => {
    const own = names[n]
    const isOnly = own !== undefined && names.indexOf(own) === names.lastIndexOf(own)
    const { id, ...fields } = value
    const told = isOnly ? own : String((id as string | number | undefined) ?? value['email'] ?? value['operation'] ?? n)
    const name = owner === '' ? told : `${owner} ${told}`
    const children = Object.entries(fields).filter(([field]) => isChild(kind, field))
    const below = children.flatMap(([field, inner]) => flatten(`${kind}.${field}`, inner as readonly Value[], name))
    const plain = Object.fromEntries(Object.entries(fields).filter(([field]) => !isChild(kind, field)))
    return [{ kind, name, value: plain }, ...below]
  })
}

const kinds: Readonly<Record<string, WorldKind>> = worldKinds

function isChild(kind: string, field: string): boolean {
  const row = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  return Object.hasOwn(row?.children ?? {}, field)
}

function compareFields(before: Value, after: Value): Record<string, FieldChange> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.fromEntries(
    names
      .filter((name) => !isDeepStrictEqual(before[name], after[name]))
      .map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]),
  )
}

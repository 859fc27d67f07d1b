/** Every kind of object that can be made and read: with what, by whom its properties are set, and how it is changed. */
import { type Fields, readFields } from '../../../../generators/model/read-fields.ts'
import { createSchemas } from '../../../../generators/model/schemas.ts'
import type { EffectVerb } from '../../../../generators/model/api-model.ts'
import { idFieldOf } from '../assurance/fuzz/find-paths.ts'
import type { OperationEntry } from '../load-specification.ts'

export interface Kind {
  readonly name: string
  readonly make: OperationEntry
  readonly reader: Reader
  /** Where it stands with the others of its kind. */
  readonly list?: OperationEntry
  readonly changes: readonly OperationEntry[]
  readonly idField: string
  readonly fields: Fields
}

/** What reads one object: by itself, or out of the list that it stands in. */
export interface Reader {
  readonly entry: OperationEntry
  readonly isList: boolean
  /** The parameter that names the object. */
  readonly parameter?: string
}

export function listKinds(entries: readonly OperationEntry[]): Kind[] {
  return entries.flatMap((make) => {
    const { api, operation } = make
    const name = schemaOf(make)
    if (operation.effect?.kind !== 'creates' || operation.method !== 'post' || name === undefined) return []
    const of = (verb: EffectVerb) =>
      entries.filter((each) => each.api === api && each.operation.effect?.kind === verb && schemaOf(each) === name)
    const reader = findReader(operation.path, of('gets'), of('lists'))
    if (!reader) return []
    const changes = [...of('updates'), ...of('replaces')].filter(
      (each) => each.operation.path === reader.entry.operation.path && !reader.isList,
    )
    const list = of('lists').find((each) => each.operation.path === operation.path)
    return [
      { name, make, reader, ...(list && { list }), changes, idField: idFieldOf(make), fields: readFields(api, name, createSchemas(api)) },
    ]
  })
}

/** Of an operation that is about stored objects. */
function schemaOf({ operation: { effect } }: OperationEntry): string | undefined {
  return effect && effect.kind !== 'computes' ? effect.schema : undefined
}

function findReader(path: string, gets: readonly OperationEntry[], lists: readonly OperationEntry[]): Reader | undefined {
  const isBelow = ({ operation }: OperationEntry) =>
    operation.path.startsWith(`${path}/{`) && operation.path.split('/').length === path.split('/').length + 1
  const own =
    gets.find(isBelow) ??
    gets.find(({ operation }) => operation.path.endsWith('}') && namesOf(operation.path).length === namesOf(path).length + 1)
  if (own) return { entry: own, isList: false, parameter: namesOf(own.operation.path).at(-1) ?? '' }
  const only = gets.find(({ operation }) => operation.path === path)
  if (only) return { entry: only, isList: false }
  const list = lists.find(({ operation }) => operation.path === path)
  return list && { entry: list, isList: true }
}

function namesOf(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
}

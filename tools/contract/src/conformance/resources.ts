/** Resources that the API can create and read: their operations, their properties and their state machines. */
import { findLifecycle } from '../../../../generators/client/find-lifecycle.ts'
import type { EffectVerb } from '../../../../generators/model/api-model.ts'
import type { Lifecycle } from '../../../../generators/model/json-schema.ts'
import { type Fields, getFields } from '../../../../generators/model/get-fields.ts'
import { createSchemas } from '../../../../generators/model/schemas.ts'
import { getIdField } from '../assurance/fuzz/find-paths.ts'
import type { OperationEntry } from '../load-specification.ts'
import type { ConformanceOptions, Report } from './report.ts'

export interface Resource {
  /** Name of its schema. */
  readonly name: string
  readonly create: OperationEntry
  readonly reader: Reader
  /** Lists it with the others of its collection. */
  readonly list?: OperationEntry
  readonly updates: readonly OperationEntry[]
  readonly idField: string
  readonly fields: Fields
}

/** Operation that reads one object, alone or in a list. */
export interface Reader {
  readonly entry: OperationEntry
  readonly isList: boolean
  /** Path parameter that identifies the object. */
  readonly parameter?: string
}

export interface StatefulResource extends Resource {
  readonly lifecycle: Lifecycle
  /** Path of the state in the reply: `droplet.status`. */
  readonly statePath: string
  /** Operations or types of actions that change the state, without creation and deletion. */
  readonly triggers: readonly { readonly name: string; readonly entry: OperationEntry }[]
  readonly remove?: OperationEntry
}

export function listResources(entries: readonly OperationEntry[]): Resource[] {
  return entries.flatMap((create) => {
    const { api, operation } = create
    const name = findSchema(create)
    if (operation.effect?.kind !== 'creates' || operation.method !== 'post' || name === undefined) return []
    const listBy = (verb: EffectVerb) =>
      entries.filter((each) => each.api === api && each.operation.effect?.kind === verb && findSchema(each) === name)
    const reader = findReader(operation.path, listBy('gets'), listBy('lists'))
    if (!reader) return []
    const updates = reader.isList ? [] : [...listBy('updates'), ...listBy('replaces')]
    const list = listBy('lists').find((each) => each.operation.path === operation.path)
    return {
      name,
      create,
      reader,
      ...(list && { list }),
      updates: updates.filter((each) => each.operation.path === reader.entry.operation.path),
      idField: getIdField(create),
      fields: getFields(api, name, createSchemas(api)),
    }
  })
}

export function listStatefulResources(entries: readonly OperationEntry[]): StatefulResource[] {
  return listResources(entries).flatMap((resource) => {
    const { create, reader, name } = resource
    const schemas = new Map(create.api.families.flatMap((family) => family.schemas).map((schema) => [schema.name, schema] as const))
    const body = reader.entry.operation.replies.find(({ status }) => status.startsWith('2'))?.content[0]?.schema
    const found = body && !reader.isList ? findLifecycle(body, schemas) : undefined
    const lifecycle = found?.schema.lifecycle
    // The state of a nested resource is not its own.
    if (!found || !lifecycle || (found.schema.name !== name && found.schema.resource !== undefined)) return []
    const { path } = reader.entry.operation
    const own = entries.filter((each) => each.api === create.api && each.operation.path.startsWith(path))
    const remove = own.find(({ operation }) => operation.method === 'delete' && operation.path === path)
    const causes = [...new Set(lifecycle.transitions.flatMap(({ on }) => on))].filter((cause) => cause !== 'create')
    const triggers = causes.flatMap((cause) => {
      const entry = own.find(({ operation }) => operation.id === cause || operation.action?.types.includes(cause))
      return entry && entry.operation.method !== 'delete' ? { name: cause, entry } : []
    })
    return { ...resource, lifecycle, statePath: found.path, triggers, ...(remove && { remove }) }
  })
}

/** @throws Error for an unknown name */
export function selectResources<R extends Resource>(resources: readonly R[], { names, every = 1 }: ConformanceOptions): R[] {
  const unknown = names?.filter((name) => resources.every((resource) => resource.name !== name)) ?? []
  if (unknown.length > 0) throw new Error(`No resource of this check has the schema ${unknown.join(' or ')}.`)
  // Several operations may create one resource.
  const all = [...new Set(resources.map(({ name }) => name))]
  const chosen = new Set(names ?? all.filter((_name, index) => index % every === 0))
  return resources.filter(({ name }) => chosen.has(name))
}

/** Runs the check for each resource. A schema without a created object is a finding. @param check returns true if it created one */
export async function checkEach<R extends Resource>(resources: readonly R[], report: Report, check: (resource: R) => Promise<boolean>) {
  const created = new Set<string>()
  for (const resource of resources) if (await check(resource)) created.add(resource.name)
  const names = new Set(resources.map(({ name }) => name))
  for (const name of names) if (!created.has(name)) report.add(name, [`${name}: no body that creates one was accepted`])
  return names.size
}

function findSchema({ operation: { effect } }: OperationEntry): string | undefined {
  return effect && effect.kind !== 'computes' ? effect.schema : undefined
}

function findReader(path: string, gets: readonly OperationEntry[], lists: readonly OperationEntry[]): Reader | undefined {
  const isBelow = ({ operation }: OperationEntry) =>
    operation.path.startsWith(`${path}/{`) && operation.path.split('/').length === path.split('/').length + 1
  const hasOneMore = ({ operation }: OperationEntry) =>
    operation.path.endsWith('}') && listParameters(operation.path).length === listParameters(path).length + 1
  const own = gets.find(isBelow) ?? gets.find(hasOneMore)
  if (own) return { entry: own, isList: false, parameter: listParameters(own.operation.path).at(-1) ?? '' }
  const only = gets.find(({ operation }) => operation.path === path)
  if (only) return { entry: only, isList: false }
  const list = lists.find(({ operation }) => operation.path === path)
  return list && { entry: list, isList: true }
}

const listParameters = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)

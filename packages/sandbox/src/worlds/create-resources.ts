/**
 * Creates the resources of a world with the requests of the API, so that all rules of the platform apply. The order in the file does not
 * matter: a failed request is retried after others have succeeded, until no more progress is made.
 */
import { ownerAccountId } from '../catalog/owner.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Engine } from '../engine/account-context.ts'
import { Failure } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import { nearestName } from '../control/nearest-name.ts'
import { operationRows } from '../generated/operations.ts'
import { worldKinds } from '../generated/world-kinds.ts'
import { resourceRows } from '../generated/resources.ts'
import { partKinds, type StatedIds } from '../engine/ids.ts'
import type { RequestContext } from '../http/request-context.ts'
import { type Key, childPath } from '../store/store.ts'
import type { OperationRow } from '../tables/operation-row.ts'
import type { WorldKind } from '../tables/world-kind.ts'
import { checkId } from './check-id.ts'
import { findReferences, replaceReferences } from './references.ts'
import type { WorldResources } from './world-definition.ts'
import { type Path, WorldError, mapAll, mergeErrors } from './world-error.ts'
import { createWorldRequest } from './world-request.ts'

interface Entry {
  readonly kind: WorldKind
  readonly name: string
  readonly path: Path
  readonly parent: Entry | undefined
  readonly value: Value
  /** Key of the created object. */
  key: Key | undefined
}

const operations = new Map(operationRows.map((row) => [row.id, row]))
/** Fields that can name an entry, by precedence. */
const naming = ['as', 'name', 'label'] as const

/** Resolves a reference like `${kind.rest}`. @throws WorldError */
export type Resolve = (kind: string, rest: string, path: Path) => unknown

/** @throws WorldError when a resource cannot be created, or WorldErrors for several */
export function createResources(resources: WorldResources, dependencies: Dependencies): Resolve {
  const entries = Object.entries(worldKinds).flatMap(([name, kind]) =>
    listEntries(kind, name, resources[name as keyof WorldResources], [name]),
  )
  const names = nameEntries(entries)
  const dependenciesByEntry = new Map(mapAll(entries, (entry) => [entry, listDependencies(entry, names)]))
  let pending: readonly Entry[] = entries
  while (pending.length > 0) {
    const failures = new Map<Entry, Failure>()
    const remaining = pending.filter((entry) => {
      if (dependenciesByEntry.get(entry)?.some(({ key }) => !key)) return true
      const failure = tryCreate(entry, names, dependencies)
      if (failure) failures.set(entry, failure)
      return failure !== undefined
    })
    if (remaining.length === pending.length) throw mergeErrors(describeUnresolved(remaining, failures))
    pending = remaining
  }
  return (kind, rest, path) => parseReference(findEntry(names, kind, rest, path), path, dependencies)
}

/** Uses the stated ids for objects that `work` creates. @throws WorldError for an unknown kind, or when ids are left over */
export function useStatedIds(ids: StatedIds, path: Path, { platform }: Dependencies, work: () => void): void {
  const unknown = Object.keys(ids).find((kind) => !Object.hasOwn(resourceRows, kind) && !partKinds.includes(kind))
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, [...Object.keys(resourceRows), ...partKinds])
    throw new WorldError([...path, 'ids', unknown], `is not a kind of object.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`)
  }
  const [remaining] = platform.ids.withStatedIds(ids, work)
  if (remaining !== undefined) throw new WorldError([...path, 'ids', remaining], 'has more ids than objects were created here.')
}

function listEntries(kind: WorldKind, name: string, list: unknown, path: Path, parent?: Entry): Entry[] {
  return ((list ?? []) as readonly Value[]).flatMap((value, n) => {
    const entry: Entry = { kind, name, path: [...path, n], parent, value, key: undefined }
    const below = Object.entries(kind.children ?? {}).flatMap(([child, row]) =>
      listEntries(row, `${name}.${child}`, value[child], [...entry.path, child], entry),
    )
    return [entry, ...below]
  })
}

/** Entries by kind and name; `several` marks an ambiguous name. */
type Names = ReadonlyMap<string, ReadonlyMap<string, Entry | 'several'>>

function nameEntries(entries: readonly Entry[]): Names {
  const names = new Map<string, Map<string, Entry | 'several'>>()
  for (const entry of entries) {
    const own = names.get(entry.name) ?? new Map<string, Entry | 'several'>()
    names.set(entry.name, own)
    const { id } = entry.value
    for (const name of new Set([getEntryName(entry.value), id === undefined ? undefined : String(id as string | number)])) {
      if (name === undefined) continue
      if (own.has(name) && entry.value['as'] === name)
        throw new WorldError([...entry.path, 'as'], `"${name}" is already the name of another entry of ${entry.name}.`)
      own.set(name, own.has(name) ? 'several' : entry)
    }
  }
  return names
}

/** Returns the name of an entry in references. */
function getEntryName(value: Value): string | undefined {
  const name = naming.map((field) => value[field]).find((each) => typeof each === 'string')
  return name as string | undefined
}

/** Lists the entries that must be created first. */
function listDependencies(entry: Entry, names: Names): Entry[] {
  const { children = {} } = entry.kind
  const own = Object.entries(entry.value).filter(([field]) => !(field in children))
  const found = findReferences(Object.fromEntries(own)).map(
    ({ kind, rest, path }) => findEntry(names, kind, rest, [...entry.path, ...path]).entry,
  )
  return entry.parent ? [entry.parent, ...found] : found
}

/** @throws WorldError */
function findEntry(names: Names, kind: string, rest: string, path: Path): { readonly entry: Entry; readonly field?: string } {
  const own = names.get(kind)
  if (!own) {
    const [known, nearest] = [Object.keys(worldKinds), nearestName(kind, Object.keys(worldKinds))]
    const hint = known.includes(kind) ? `Add some under ${kind}.` : nearest === undefined ? '' : `Did you mean ${nearest}?`
    throw new WorldError(path, `there are no ${kind} in this world. ${hint}`.trim())
  }
  const at = rest.lastIndexOf('.')
  const exact = own.get(rest)
  const found = exact ?? own.get(rest.slice(0, Math.max(at, 0)))
  if (found === 'several') throw new WorldError(path, `"${rest}" is the name of several ${kind}. Give one of them another name with "as".`)
  if (found) return exact ? { entry: found } : { entry: found, field: rest.slice(at + 1) }
  const nearest = nearestName(rest, [...own.keys()])
  throw new WorldError(
    path,
    `there is no "${rest}" among the ${kind} of this world.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
  )
}

/** @returns the failure of the request, or undefined */
function tryCreate(entry: Entry, names: Names, dependencies: Dependencies): Failure | undefined {
  const { kind, value, path } = entry
  const { as: _, id, ids, ...fields } = value
  const checkedId = kind.hasGeneratedId && id !== undefined ? checkId(kind.resource, id, path) : undefined
  const body = Object.fromEntries(Object.entries(fields).filter(([field]) => !Object.hasOwn(kind.children ?? {}, field)))
  const read = (of: string, rest: string) => parseReference(findEntry(names, of, rest, path), path, dependencies)
  const context = prepareRequest(
    entry,
    kind.hasGeneratedId ? replaceReferences(body, read) : replaceReferences({ ...body, ...(id !== undefined && { id }) }, read),
    dependencies,
  )
  const { engine } = dependencies.platform.contextFor(ownerAccountId)
  try {
    const statedIds = { ...(ids as StatedIds | undefined), ...(checkedId !== undefined && { [kind.resource]: checkedId }) }
    useStatedIds(statedIds, path, dependencies, () => {
      entry.key = engine.untyped.findCreated(kind.resource, () => {
        dependencies.runWithoutLimits(context)
        // Some objects are created by a job.
        dependencies.runPendingJobs()
      })
    })
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  entry.key ??= findExisting(entry, engine)
  if (!entry.key) throw new Error(`${kind.operation} created no ${kind.resource}.`)
  return undefined
}

/** Finds an object that already exists and can be created again, for example a tag that is in use. */
function findExisting({ kind: { resource: kind }, parent, value }: Entry, { rowOf, untyped }: Engine): Key | undefined {
  const name = String(value[rowOf(kind).id?.field ?? ''])
  const keys = [name, name.toLowerCase()].map((id) => ({ kind, id, parent: parent?.key ? childPath(parent.key) : '' }))
  return keys.find((key) => untyped.find(key))
}

function parseReference({ entry, field }: ReturnType<typeof findEntry>, path: Path, { platform }: Dependencies): unknown {
  const { key, kind } = entry
  if (!key) throw new Error('The object of a reference must be created first.')
  const { engine } = platform.contextFor(ownerAccountId)
  const value = engine.untyped.get(key)
  if (field === 'urn') return engine.urnOf(kind.resource, value)
  const { id } = engine.rowOf(kind.resource)
  if (field === undefined) return id ? value[id.field] : key.id
  if (Object.hasOwn(value, field)) return value[field]
  const nearest = nearestName(field, Object.keys(value))
  throw new WorldError(path, `"${field}" is not a field of ${entry.name}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`)
}

/** Builds the request that creates the entry. */
function prepareRequest({ kind, parent, path }: Entry, body: unknown, dependencies: Dependencies): RequestContext {
  const operation = operations.get(kind.operation)
  if (!operation) throw new WorldError(path, `There is no operation ${kind.operation}.`)
  return createWorldRequest({ method: operation.method, url: fillPath(operation, listParents(parent)), body }, dependencies)
}

function listParents(parent: Entry | undefined): string[] {
  return parent ? [...listParents(parent.parent), encodeURIComponent(parent.key?.id ?? '')] : []
}

function fillPath({ path }: OperationRow, values: readonly string[]): string {
  let n = 0
  return path.replaceAll(/\{[^}]+\}/g, () => values[n++] ?? '')
}

function describeUnresolved(remaining: readonly Entry[], failures: ReadonlyMap<Entry, Failure>): readonly WorldError[] {
  if (failures.size > 0) return [...failures].map(([entry, failure]) => locateError(entry, failure))
  const { path = [] } = remaining[0] ?? {}
  return [new WorldError(path, 'is part of a circular reference, so it cannot be created.')]
}

/** Converts a failure to an error with the path of the field that its message names. */
function locateError({ value, path, name }: Entry, failure: Failure): WorldError {
  const [prefix = '', field = ''] = /^([\w.]+): /.exec(failure.message) ?? []
  const steps = field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
  const isThere = prefix !== '' && Object.hasOwn(value, String(steps[0]))
  const label = getEntryName(value)
  const origin = label === undefined ? '' : ` (${label} of ${name})`
  return new WorldError(
    isThere ? [...path, ...steps] : path,
    `${isThere ? failure.message.slice(prefix.length) : failure.message}${origin}`,
    {
      cause: failure,
    },
  )
}

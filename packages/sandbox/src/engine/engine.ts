/** The engine that generic operations and handlers share: `Objects` with the types of each kind. */
import type { Key, ListQuery } from '../store/store.ts'
import { urnOf } from './fields.ts'
import type { CreateOptions, Engine, UpdateMode } from './account-context.ts'
import { type AnyKind, type ObjectRef, keyOf } from './kinds.ts'
import { type EngineParts, Objects, rowOf } from './objects.ts'
import type { Value } from './values.ts'

export function createEngine(parts: EngineParts): Engine {
  const objects = new Objects(parts)
  const untyped = {
    rowOf,
    create: (kind: string, fields: Value, options?: CreateOptions) => objects.create(kind, fields, options),
    get: byKey((key) => objects.get(key)),
    find: byKey((key) => objects.find(key)),
    findUnique: (kind: string, values: readonly unknown[], parent?: string) => objects.findUnique(kind, values, parent),
    getText: (key: Key) => objects.getText(key),
    setFields: byKey((key, fields: Value) => objects.setFields(key, fields)),
    update: byKey((key, fields: Value, mode?: UpdateMode) => objects.update(key, fields, mode)),
    delete: byKey((key) => objects.delete(key)),
    listPage: byKind((query) => objects.listPage(query)),
    list: byKind((query) => objects.list(query)),
    findNewest: byKind((query) => objects.findNewest(query)),
    count: byKind((query) => objects.count(query)),
    trigger: byKey((key, trigger: string) => objects.trigger(key, trigger)),
    applyTrigger: byKey((key, trigger: string) => objects.applyTrigger(key, trigger)),
    runTransition: objects.lifecycle.runTransition,
    getHidden: byKey((key) => objects.getHidden(key)),
    listHidden: byKind((query) => objects.listHidden(query)),
    setHidden: byKey((key, fields: Value) => objects.setHidden(key, fields)),
    serialize: byKey((key, value: Value) => objects.serialize(key, value)),
    createId: (kind: string) => objects.createId(kind),
    urnOf: (kind: string, value: Value) => urnOf(rowOf(kind), value),
    untyped: objects,
  }
  // The methods of this engine write every stored object, and their types allow only objects of the kind.
  return untyped as unknown as Engine
}

/** Adapts a function of a key to be called with a kind and a reference. */
function byKey<Rest extends unknown[], Result>(work: (key: Key, ...rest: Rest) => Result) {
  return (kind: AnyKind, at: ObjectRef<AnyKind>, ...rest: Rest): Result => work(keyOf(kind, at), ...rest)
}

/** Adapts a function of a query to be called with a kind and options. */
function byKind<Result>(work: (query: ListQuery) => Result) {
  return (kind: AnyKind, options: Omit<ListQuery, 'kind'> = {}): Result => work({ ...options, kind })
}

export { onlyOne } from './object-ids.ts'

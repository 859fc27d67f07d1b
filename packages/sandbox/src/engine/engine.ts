/** What generic operations and handlers both work through, so that an object is the same however it came to be: `Objects` with the types of each kind. */
import type { Key, ListQuery } from '../store/store.ts'
import { urnOf } from './fields.ts'
import type { CreateOptions, Engine, UpdateMode } from './account-context.ts'
import { type AnyKind, type At, keyOf } from './kinds.ts'
import { type EngineParts, Objects, rowOf } from './objects.ts'
import type { Value } from './values.ts'

export function createEngine(parts: EngineParts): Engine {
  const objects = new Objects(parts)
  const { trigger, continueTrigger, triggerNow } = objects.lifecycle
  const untyped = {
    rowOf,
    add: (kind: string, fields: Value, options?: CreateOptions) => objects.create(kind, fields, options),
    get: byKey((key) => objects.get(key)),
    find: byKey((key) => objects.find(key)),
    findUnique: (kind: string, values: readonly unknown[], parent?: string) => objects.findUnique(kind, values, parent),
    text: (key: Key) => objects.text(key),
    change: byKey((key, fields: Value) => objects.change(key, fields)),
    update: byKey((key, fields: Value, mode?: UpdateMode) => objects.update(key, fields, mode)),
    remove: byKey((key) => objects.remove(key)),
    list: byKind((question) => objects.list(question)),
    all: byKind((question) => objects.all(question)),
    newest: byKind((question) => objects.newest(question)),
    count: byKind((question) => objects.count(question)),
    trigger,
    continueTrigger,
    triggerNow,
    hidden: byKey((key) => objects.hidden(key)),
    allHidden: byKind((question) => objects.allHidden(question)),
    hide: byKey((key, fields: Value) => objects.hide(key, fields)),
    serialize: byKey((key, value: Value) => objects.serialize(key, value)),
    newId: (kind: string) => objects.newId(kind),
    urnOf: (kind: string, value: Value) => urnOf(rowOf(kind), value),
    anyKind: objects,
  }
  // Whatever is stored of a kind was made by the functions of this engine, which take only what its type allows.
  return untyped as unknown as Engine
}

/** A function of a key, called with the kind and the place apart. */
function byKey<Rest extends unknown[], Result>(work: (key: Key, ...rest: Rest) => Result) {
  return (kind: AnyKind, at: At<AnyKind>, ...rest: Rest): Result => work(keyOf(kind, at), ...rest)
}

/** A function of a question, called with the kind apart. */
function byKind<Result>(work: (question: ListQuery) => Result) {
  return (kind: AnyKind, asked: Omit<ListQuery, 'kind'> = {}): Result => work({ ...asked, kind })
}

export { onlyOne } from './object-ids.ts'

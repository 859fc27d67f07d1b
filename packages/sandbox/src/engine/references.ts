/** References between objects: a request may only name objects that exist, and a deleted object leaves no references behind. */
import { resourceRows } from '../generated/resources.ts'
import { type Key, childPath } from '../store/store.ts'
import type { ReferenceRow } from '../tables/operation-row.ts'
import type { DeletionRow } from '../tables/resource-row.ts'
import type { AccountContext } from './account-context.ts'
import { conflict, Failure, unprocessable } from './failure.ts'
import { unknownSlug } from './unknown-slug.ts'
import { idOf, normalizeId } from './object-ids.ts'
import type { UntypedCall } from './request.ts'
import { isRecord, type Value } from './values.ts'

/** Checks the references of a request body, after the objects of the path. @throws Failure 404, 422 */
export function checkReferences(call: UntypedCall, ctx: AccountContext): void {
  const { pathResources = [], body } = call.operation
  const parents = new Map([['', '']])
  let parent = ''
  const { references = [] } = body ?? {}
  // Only `same` compares with the objects of the path.
  const comparesContext = references.some(({ same }) => same !== undefined)
  let outer: Value = {}
  for (const [parameter, kind] of pathResources) {
    const key = { kind, parent, id: normalizeId(kind, String(call.path[parameter])) }
    const text = ctx.engine.getText(key)
    if (comparesContext) outer = JSON.parse(text) as Value
    parent = childPath(key)
    parents.set(kind, parent)
  }
  for (const reference of references) {
    const owner = resourceRows[reference.to]?.parents?.at(-1) ?? ''
    for (const found of listValues(call.body, reference.place.split('.'), outer))
      checkReference(reference, found, parents.get(owner) ?? '', ctx)
  }
}

interface FoundValue {
  readonly id: unknown
  /** Properties beside the id, of the objects around it and of the object of the path. The nearest value that is not empty counts. */
  readonly context: Value
  /** Path without the index in a list of ids. */
  readonly path: string
}

function checkReference(
  { to, status = 422, message, same }: ReferenceRow,
  { id, context, path }: FoundValue,
  parent: string,
  ctx: AccountContext,
) {
  if (id === null || id === undefined || id === '' || id === 0) return
  if (typeof id !== 'string' && typeof id !== 'number') return
  const target = ctx.engine.untyped.find({ kind: to, parent, id: normalizeReference(to, String(id)) })
  if (!target) {
    const text = message?.replace('{id}', String(id))
    if (status === 422 && resourceRows[to]?.id?.kind === 'slug')
      throw unknownSlug({ field: path, slug: String(id), choices: listSlugs(to, ctx), message: text })
    throw new Failure(status, text ?? `${path}: ${titleOf(to)} ${quote(id)} not found.`)
  }
  const expected = same === undefined ? undefined : getSlug(context[same])
  if (same === undefined || expected === undefined || expected === '') return
  const actual = getSlug(target[same])
  const name = String(target['name'] ?? id)
  if (actual !== expected) throw unprocessable(`${path}: the ${titleOf(to)} ${name} is in ${actual}, not in ${expected}.`)
}

function listSlugs(kind: string, { engine }: AccountContext): string[] {
  return engine.untyped.list({ kind }).map((value) => idOf(kind, value))
}

/** Clients may send a UUID in capital letters. */
function normalizeReference(kind: string, id: string): string {
  return resourceRows[kind]?.id?.kind === 'uuid' ? id.toLowerCase() : normalizeId(kind, id)
}

/** `KnowledgeBase` → `knowledge base`, `Vpc` → `VPC` */
function titleOf(kind: string): string {
  return kind
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/^vpc\b/, 'VPC')
}

const quote = (id: string | number) => (typeof id === 'number' ? String(id) : `"${id}"`)

/** Returns the value, or the slug of an embedded catalog object. */
function getSlug(value: unknown): string | undefined {
  const slug = isRecord(value) ? value['slug'] : value
  return typeof slug === 'string' ? slug : undefined
}

/** Lists the values that a path with `*` matches. */
function listValues(
  body: unknown,
  [step = '', ...rest]: readonly string[],
  outer: Value,
  parentPath: readonly string[] = [],
): FoundValue[] {
  if (!isRecord(body)) return []
  const value = body[step]
  const path = [...parentPath, step]
  const context = { ...outer, ...Object.fromEntries(Object.entries(body).filter(([, own]) => own !== '' && own !== null)) }
  if (rest.length === 0) return [{ id: value, context, path: path.join('.') }]
  if (rest[0] !== '*') return listValues(value, rest, context, path)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  if (rest.length === 1) return items.map((id) => ({ id, context, path: path.join('.') }))
  return items.flatMap((item, index) => listValues(item, rest.slice(1), context, [...path, String(index)]))
}

/** Rows of references by the kind that they name. */
const rowsByTarget = Map.groupBy(
  Object.entries(resourceRows).flatMap(([kind, { references = [] }]) => references.map((reference) => ({ kind, ...reference }))),
  ({ to }) => to,
)

interface Referrer extends DeletionRow {
  readonly kind: string
}

function listReferring(
  key: Key,
  { kind, field }: Referrer,
  { engine }: AccountContext,
): readonly { readonly key: Key; readonly value: Value }[] {
  const isSibling = resourceRows[key.kind]?.parents !== undefined
  const parent = isSibling ? key.parent : undefined
  const equals = resourceRows[key.kind]?.id?.kind === 'integer' ? Number(key.id) : key.id
  const values = engine.untyped.list({ kind, where: [{ field, equals }], ...(parent !== undefined && { parent }) })
  return values.map((value) => ({ key: { kind, id: idOf(kind, value), ...(parent !== undefined && { parent }) }, value }))
}

/** @throws Failure 409 or as the specification says, when another object names the object and forbids its deletion */
export function refuseReferenced(key: Key, ctx: AccountContext): void {
  for (const row of rowsByTarget.get(key.kind) ?? []) {
    if (row.onDelete !== 'refuse') continue
    const found = listReferring(key, row, ctx)
    if (found.length === 0) continue
    const message = (row.message ?? `The ${titleOf(row.kind)} {${resourceRows[row.kind]?.id?.field}} uses it.`).replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => found.map(({ value }) => String(value[name])).join(', '),
    )
    throw row.status === undefined ? conflict(message) : new Failure(row.status, message)
  }
}

/** Clears the references to a deleted object, and deletes the objects that cannot be without it. */
export function releaseReferences(key: Key, ctx: AccountContext): void {
  const { engine } = ctx
  for (const row of rowsByTarget.get(key.kind) ?? []) {
    if (row.onDelete === 'refuse') continue
    for (const { key: own, value } of listReferring(key, row, ctx)) {
      if (row.onDelete === 'cascade') engine.untyped.delete(own)
      else engine.untyped.setFields(own, clearReference(row, key, value))
    }
  }
}

function clearReference({ kind, field }: Referrer, { id }: Key, value: Value): Value {
  const name = field.replace('[]', '')
  const items = value[name]
  if (Array.isArray(items)) return { [name]: items.filter((item) => String(item) !== id) }
  return { [name]: (resourceRows[kind]?.blank as Value | undefined)?.[name] }
}

/** True if deleting an object of the kind changes or deletes others. */
export function isReferenced(kind: string): boolean {
  return rowsByTarget.has(kind)
}

/** Lists the places of a body that a schema describes, to put a value into each of an otherwise valid body. */
import type { SchemaObject } from '../../../../../generators/model/json-schema.ts'
import { isObject } from '../../is-object.ts'
import { listBranches, type ResolveSchema } from '../fuzz/resolve-schema.ts'

interface PlaceStep {
  readonly name: string | number
  /** Discriminator values that select this branch. */
  readonly discriminators: Readonly<Record<string, unknown>>
}

export interface Place {
  readonly steps: readonly PlaceStep[]
  readonly schema: SchemaObject
  /** Equal in all operations that use the same component. */
  readonly key: string
}

export function listPlaces(schema: SchemaObject, open: ResolveSchema, operation: string): Place[] {
  return visit(schema, { open, steps: [], key: operation, ancestors: [] })
}

interface VisitContext {
  readonly open: ResolveSchema
  readonly steps: readonly PlaceStep[]
  readonly key: string
  readonly ancestors: readonly string[]
}

function visit(closed: SchemaObject, { open, steps, key, ancestors }: VisitContext): Place[] {
  const { $ref: component } = closed
  // A recursive component is visited once.
  if (component !== undefined && ancestors.includes(component)) return []
  const own = component ?? key
  const inside = component === undefined ? ancestors : [...ancestors, component]
  return listBranches(open(closed), open).flatMap((branch, number) => {
    const discriminators = getDiscriminators(branch, open)
    const visitMember = (name: string | number, member: SchemaObject) =>
      visit(member, { open, steps: [...steps, { name, discriminators }], key: `${own}|${number}.${name}`, ancestors: inside })
    const { items, properties = {}, additionalProperties: others } = branch
    return [
      { steps, schema: branch, key: `${own}|${number}` },
      ...(items ? visitMember(0, items) : []),
      ...(typeof others === 'object' ? visitMember('other', others) : []),
      ...Object.entries(properties).flatMap(([name, member]) => visitMember(name, member)),
    ]
  })
}

function getDiscriminators({ properties = {} }: SchemaObject, open: ResolveSchema): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, closed]) => {
      const { const: only, enum: several = only === undefined ? [] : [only] } = open(closed)
      return several.length === 1 ? [[name, several[0]]] : []
    }),
  )
}

/** Returns a copy with the value at the place, and creates missing parents. */
export function setAt(base: unknown, [step, ...rest]: readonly PlaceStep[], value: unknown): unknown {
  if (!step) return value
  const { name, discriminators } = step
  if (typeof name === 'number') {
    const items: readonly unknown[] = Array.isArray(base) ? base : []
    return [setAt(items[name], rest, value), ...items.slice(1)]
  }
  const object = isObject(base) ? base : {}
  return { ...object, ...discriminators, [name]: setAt(object[name], rest, value) }
}

export function getAt(base: unknown, steps: readonly PlaceStep[]): unknown {
  return steps.reduce<unknown>(
    (value, { name }) => (isObject(value) || Array.isArray(value) ? (value as Record<string | number, unknown>)[name] : undefined),
    base,
  )
}

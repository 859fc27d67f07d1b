/** Every place inside of a body that a schema describes, so that something bad can be put there and all around it be good. */
import type { SchemaObject } from '../../../../../generators/model/json-schema.ts'
import { isObject } from '../../is-object.ts'
import { listBranches, type OpenSchema } from '../fuzz/resolve-schema.ts'

interface Step {
  readonly name: string | number
  /** What the object needs to be taken for one of this branch. */
  readonly told: Readonly<Record<string, unknown>>
}

export interface Place {
  readonly steps: readonly Step[]
  readonly schema: SchemaObject
  /** The same in every operation whose body has the same component. */
  readonly key: string
}

export function listPlaces(schema: SchemaObject, open: OpenSchema, operation: string): Place[] {
  return visit(schema, { open, steps: [], key: operation, within: [] })
}

interface Visit {
  readonly open: OpenSchema
  readonly steps: readonly Step[]
  readonly key: string
  readonly within: readonly string[]
}

function visit(closed: SchemaObject, { open, steps, key, within }: Visit): Place[] {
  const { $ref: component } = closed
  // Once around is enough where a component is made of itself.
  if (component !== undefined && within.includes(component)) return []
  const own = component ?? key
  const inside = component === undefined ? within : [...within, component]
  return listBranches(open(closed), open).flatMap((branch, number) => {
    const told = tellBranch(branch, open)
    const go = (name: string | number, member: SchemaObject) =>
      visit(member, { open, steps: [...steps, { name, told }], key: `${own}|${number}.${name}`, within: inside })
    const { items, properties = {}, additionalProperties: others } = branch
    return [
      { steps, schema: branch, key: `${own}|${number}` },
      ...(items ? go(0, items) : []),
      ...(typeof others === 'object' ? go('other', others) : []),
      ...Object.entries(properties).flatMap(([name, member]) => go(name, member)),
    ]
  })
}

function tellBranch({ properties = {} }: SchemaObject, open: OpenSchema): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, closed]) => {
      const { const: only, enum: several = only === undefined ? [] : [only] } = open(closed)
      return several.length === 1 ? [[name, several[0]]] : []
    }),
  )
}

/** A copy with the value in its place; what leads there is made where it is missing. */
export function putAt(base: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (!step) return value
  const { name, told } = step
  if (typeof name === 'number') {
    const items: readonly unknown[] = Array.isArray(base) ? base : []
    return [putAt(items[name], rest, value), ...items.slice(1)]
  }
  const object = isObject(base) ? base : {}
  return { ...object, ...told, [name]: putAt(object[name], rest, value) }
}

export function parseAt(base: unknown, steps: readonly Step[]): unknown {
  return steps.reduce<unknown>(
    (value, { name }) => (isObject(value) || Array.isArray(value) ? (value as Record<string | number, unknown>)[name] : undefined),
    base,
  )
}

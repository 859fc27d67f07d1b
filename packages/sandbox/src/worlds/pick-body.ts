/** Takes out of an object what a request that made it would say, as the schema of such requests has it. */
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../engine/values.ts'
import { type Schema, shapeOf } from './world-schema.ts'

/** @param refer what is written for a plain value; undefined for one that no file can say */
export function pickBody(value: unknown, schema: Schema, refer: (value: unknown) => unknown): unknown {
  const shape = shapeOf(schema)
  if (Array.isArray(value)) {
    const { items } = shape
    if (!items) return undefined
    return value.map((item: unknown) => pickBody(item, items, refer)).filter((item) => item !== undefined)
  }
  if (!isRecord(value)) {
    const takesPlain = shape.types.size === 0 || [...shape.types].some((type) => type !== 'object' && type !== 'array')
    return value === null || value === undefined || !takesPlain ? undefined : refer(value)
  }
  if (shape.properties.size === 0 && !shape.more) return shape.types.has('object') ? undefined : pickSlug(value, schema, refer)
  const picked = Object.entries(value).flatMap(([name, inner]) => {
    const own = shape.properties.get(name) ?? shape.more
    const found = own && pickBody(inner, own, refer)
    if (found === undefined || !own) return []
    return shape.required.has(name) || !saysNothing(found, own) ? [[name, found] as const] : []
  })
  return Object.fromEntries(picked)
}

/** Where a request names what replies show whole. */
function pickSlug({ slug, uuid, id }: Readonly<Record<string, unknown>>, schema: Schema, refer: (value: unknown) => unknown): unknown {
  return pickBody(slug ?? uuid ?? id, schema, refer)
}

/** What is so where nothing is said. */
function saysNothing(value: unknown, schema: Schema): boolean {
  if (isDeepStrictEqual(value, shapeOf(schema).default)) return true
  if (Array.isArray(value)) return value.length === 0
  return isRecord(value) ? Object.keys(value).length === 0 : value === ''
}

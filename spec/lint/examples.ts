/**
 * Puts what a reference in an example's value leads to in its place, so that an object is written once however many documents show it.
 * OpenAPI knows no references inside of values, and Redocly follows none; after this there are none. Keys beside `$ref` replace those of what it leads to.
 */
import { dirname, join } from 'node:path'
import { isObject, isRef, segmentsOf } from './openapi.ts'
import { contentOf } from './specification.ts'

const allowed = /^(\.\.\/control\/)?([a-z0-9][a-z0-9.-]*\.yaml)?#\/components\/examples\/\w+\/value(\/[^/]+)*$/

/** Called with a reference that leads nowhere or to itself, or that may not stand in a value. */
export type OnLost = (ref: string) => void

/** `value`, written in `file`, with every reference in it followed. */
export function followValues(value: unknown, file: string, onLost: OnLost, depth = 8): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => followValues(item, file, onLost, depth))
  if (!isObject(value)) return value
  const own = Object.entries(value).map(([key, item]) => [key, followValues(item, file, onLost, depth)] as const)
  if (!isRef(value)) return Object.fromEntries(own)
  const found = allowed.test(value.$ref) && depth > 0 ? targetOf(value.$ref, file) : undefined
  if (!found) {
    onLost(value.$ref)
    return value
  }
  const target = followValues(found.value, found.file, onLost, depth - 1)
  const beside = own.filter(([key]) => key !== '$ref')
  return beside.length > 0 && isObject(target) ? { ...target, ...Object.fromEntries(beside) } : target
}

function targetOf(ref: string, from: string): { readonly value: unknown; readonly file: string } | undefined {
  const [name = '', pointer = ''] = ref.split('#')
  const file = name === '' ? from : join(dirname(from), name)
  let value: unknown = contentOf(file)
  for (const key of segmentsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !(key in value)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return { value, file }
}

/**
 * Resolves references in the values of examples, so that an object is written once even if many documents show it.
 * OpenAPI does not define references inside values, and Redocly does not follow them. Keys next to `$ref` override those of the target.
 */
import { dirname, join } from 'node:path'
import { isObject, isRef, segmentsOf } from './openapi.ts'
import { type Keys, objects } from './repeats.ts'
import { contentOf } from './specification.ts'
import type { DocumentContent } from './specification-types.ts'

const allowed = /^(\.\.\/control\/)?([a-z0-9][a-z0-9.-]*\.yaml)?#\/components\/examples\/\w+\/value(\/[^/]+)*$/

/** Called with the location of a value and a reference in it that is unresolvable, circular or not allowed. */
export type OnLost = (keys: Keys, ref: string) => void

/** Resolves the references in all examples of the document at `file`, in bodies and in components. */
export function followExamples({ paths, components }: DocumentContent, file: string, onLost: OnLost): void {
  const follow = (examples: unknown, keys: Keys) => {
    for (const [name, example] of objects(examples)) {
      if (!isObject(example['value'])) continue
      example['value'] = followValues(example['value'], file, (ref) => onLost([...keys, name, 'value'], ref))
    }
  }
  const followBodies = (bodies: Readonly<Record<string, unknown>>, keys: Keys) => {
    for (const [name, body] of objects(bodies)) {
      for (const [mediaType, media] of objects(body['content']))
        follow(media['examples'], [...keys, name, 'content', mediaType, 'examples'])
    }
  }
  follow(components?.['examples'], ['components', 'examples'])
  followBodies(components?.['responses'] ?? {}, ['components', 'responses'])
  for (const [path, item] of objects(paths)) {
    for (const [method, operation] of objects(item)) {
      const at = ['paths', path, method]
      followBodies({ requestBody: operation['requestBody'] }, at)
      followBodies(isObject(operation['responses']) ? operation['responses'] : {}, [...at, 'responses'])
    }
  }
}

/** Returns an example of the document at `file` with the references in its value resolved. Unresolvable ones are reported with the document. */
export function followExample(example: unknown, file: string): unknown {
  return isObject(example) ? { ...example, value: followValues(example['value'], file, () => undefined) } : example
}

/** Returns `value` from `file` with all references resolved. */
function followValues(value: unknown, file: string, onLost: (ref: string) => void, depth = 8): unknown {
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
  const overrides = own.filter(([key]) => key !== '$ref')
  return overrides.length > 0 && isObject(target) ? { ...target, ...Object.fromEntries(overrides) } : target
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

/** Lists the action types of an operation: each type of its body's union, with its fields. */
import type { ActionVerb, BundledDocument, RequestBody, Source } from './api-model.ts'
import type { SchemaObject } from './json-schema.ts'
import { resolve } from './resolve.ts'

/** Returns an empty list unless the body is a union with the discriminator `type`. */
export function listVerbs(document: BundledDocument, body: RequestBody | undefined, source: Source): ActionVerb[] {
  const json = body?.content.find(({ mediaType }) => mediaType === 'application/json')
  if (!json) return []
  const { oneOf = [], discriminator } = resolve<SchemaObject>(document, json.schema, source)
  if (discriminator?.propertyName !== 'type') return []
  return oneOf.flatMap((branch) => {
    const schema = resolve<SchemaObject>(document, branch, source)
    const { type: property = {}, ...others } = schema.properties ?? {}
    const input = Object.keys(others).length === 0 ? 'none' : schema.required?.some((name) => name !== 'type') ? 'required' : 'optional'
    return (property.enum ?? [property.const]).filter(isName).map((type) => {
      const description = (property.enum ? findSentences(property.description, type) : schema.description) ?? ''
      const example = json.examples.find(({ value }) => Object(value).type === type)
      return { type, body: branch, input, description, ...(example && { example }) }
    })
  })
}

/** Finds the sentences about one type in a shared description. */
function findSentences(text: string | undefined, type: string): string | undefined {
  return text
    ?.split(/(?<=\.)\s+/)
    .filter((sentence) => sentence.includes(`\`${type}\``))
    .join(' ')
}

function isName(value: unknown): value is string {
  return typeof value === 'string'
}

/** Reads what an operation that starts actions can start: each type of its body's union, and what is sent with it. */
import type { ActionVerb, BundledDocument, RequestBody, Source } from './api-model.ts'
import type { SchemaObject } from './json-schema.ts'
import { resolve } from './resolve.ts'

/** None where the body is no union that `type` tells apart. */
export function listVerbs(document: BundledDocument, body: RequestBody | undefined, source: Source): ActionVerb[] {
  const json = body?.content.find(({ mediaType }) => mediaType === 'application/json')
  if (!json) return []
  const { oneOf = [], discriminator } = resolve<SchemaObject>(document, json.schema, source)
  if (discriminator?.propertyName !== 'type') return []
  return oneOf.flatMap((branch) => {
    const schema = resolve<SchemaObject>(document, branch, source)
    const { type: property = {}, ...others } = schema.properties ?? {}
    const takes = Object.keys(others).length === 0 ? 'nothing' : schema.required?.some((name) => name !== 'type') ? 'required' : 'optional'
    return (property.enum ?? [property.const]).filter(isName).map((type) => {
      const description = (property.enum ? findSentences(property.description, type) : schema.description) ?? ''
      const example = json.examples.find(({ value }) => Object(value).type === type)
      return { type, body: branch, takes, description, ...(example && { example }) }
    })
  })
}

/** Of what is said of several types, that of one. */
function findSentences(text: string | undefined, type: string): string | undefined {
  return text
    ?.split(/(?<=\.)\s+/)
    .filter((sentence) => sentence.includes(`\`${type}\``))
    .join(' ')
}

function isName(value: unknown): value is string {
  return typeof value === 'string'
}

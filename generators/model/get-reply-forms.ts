/** Resolves `x-reply-by`: the forms of a request body, with the response to each. */
import type { MediaType, Reply, ReplyForm, RequestBody, Source } from './api-model.ts'
import type { SchemaObject } from './json-schema.ts'
import { SpecError } from './spec-error.ts'

/** @param by maps a schema of the body's union to one of the response's, or a flag of the body to a media type */
export function getReplyForms(
  by: Readonly<Record<string, string>>,
  body: RequestBody | undefined,
  replies: readonly Reply[],
  source: Source,
): ReplyForm[] {
  const sent = findJson(body?.content)?.schema
  const content = replies.find(({ status }) => status.startsWith('2'))?.content ?? []
  const json = findJson(content)
  if (!sent || !json) throw new SpecError(source, 'x-reply-by needs a JSON body and a JSON reply.')
  return Object.entries(by).flatMap(([key, value]): ReplyForm[] => {
    const branch = findBranch(sent, key)
    const reply = findBranch(json.schema, value)
    if (branch && reply) return [{ body: branch, reply: { ...json, schema: reply, examples: [] } }]
    const alternative = content.find(({ mediaType }) => mediaType === value)
    if (!alternative) throw new SpecError(source, `x-reply-by maps ${key} to ${value}, but the body or the response does not have them.`)
    return [
      { body: { allOf: [sent, describeFlag(key, { enum: [false, null] }, [])] }, reply: json },
      { body: { allOf: [sent, describeFlag(key, { const: true }, [key])] }, reply: alternative },
    ]
  })
}

function findJson(content: readonly MediaType[] = []): MediaType | undefined {
  return content.find(({ mediaType }) => mediaType === 'application/json')
}

function findBranch(schema: SchemaObject, name: string): SchemaObject | undefined {
  return schema.oneOf?.find(({ $ref }) => $ref === `#/components/schemas/${name}`)
}

function describeFlag(name: string, value: SchemaObject, required: readonly string[]): SchemaObject {
  return { type: 'object', properties: { [name]: value }, required }
}

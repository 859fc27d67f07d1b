/** Derives the forms of a request body that decide the response: `DropletCreate` gets `DropletCreated`, `stream: true` gets events. */
import type { MediaType, Reply, ReplyForm, RequestBody } from './api-model.ts'
import type { SchemaObject } from './json-schema.ts'

/** Returns the forms with the response to each, or none if the response is the same for all bodies. */
export function getReplyForms(body: RequestBody | undefined, replies: readonly Reply[]): ReplyForm[] {
  const requestSchema = findMedia(body?.content, 'application/json')?.schema
  const content = replies.find(({ status }) => status.startsWith('2'))?.content
  const json = findMedia(content, 'application/json')
  if (!requestSchema || !json) return []
  const stream = findMedia(content, 'text/event-stream')
  if (stream) {
    return [
      { body: { allOf: [requestSchema, describeStreamFlag({ enum: [false, null] }, [])] }, reply: json },
      { body: { allOf: [requestSchema, describeStreamFlag({ const: true }, ['stream'])] }, reply: stream },
    ]
  }
  return (requestSchema.oneOf ?? []).flatMap((branch) => {
    const reply = json.schema.oneOf?.find(({ $ref }) => $ref !== undefined && $ref === `${branch.$ref}d`)
    return reply ? [{ body: branch, reply: { ...json, schema: reply, examples: [] } }] : []
  })
}

function findMedia(content: readonly MediaType[] = [], type: string): MediaType | undefined {
  return content.find(({ mediaType }) => mediaType === type)
}

function describeStreamFlag(value: SchemaObject, required: readonly string[]): SchemaObject {
  return { type: 'object', properties: { stream: value }, required }
}

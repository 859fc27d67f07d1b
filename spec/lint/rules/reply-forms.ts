/** Requires that the request decides the form of a reply with several forms: by the names of the schemas, or by `stream`. */
import { report } from '../finding.ts'
import { isJson, type MediaType, type Operation, type RequestBody, type Response, type Schema } from '../openapi.ts'
import { follow, successBodies } from '../references.ts'
import type { Context, Rule } from '../redocly.ts'
import { shapesOf } from '../shapes.ts'

export const replyForms: Rule = () => ({
  Operation(operation, context) {
    const requestSchema = findSent(context, operation)
    if (requestSchema === undefined) return
    const unions = successBodies(context, operation).flatMap(({ node, location }) => {
      const schema = node && follow<Schema>(context, node, location)?.node
      return schema?.oneOf ? [schema] : []
    })
    const at = context.location.child('operationId')
    if (unions.length > 0 && !unions.every((union) => isPaired(requestSchema.node, union))) {
      report(
        context,
        `Expected the request of ${operation.operationId} to decide its reply; found a union without pairs. Name the schemas of the request \`…Create\` and those of the reply \`…Created\`, with one reply for each request.`,
        at,
      )
    }
    if (!isStreamed(context, operation)) return
    if (shapesOf(context, requestSchema.node, requestSchema.location).every(({ properties }) => properties.has('stream'))) return
    report(
      context,
      `Expected the request of ${operation.operationId} to decide whether it streams; found no \`stream\`. Add the boolean property \`stream\` to the request.`,
      at,
    )
  },
})

function findSent(context: Context, { requestBody }: Operation) {
  const location = context.location.child('requestBody')
  const body = requestBody && follow<RequestBody>(context, requestBody, location)
  const [mediaType, media] = Object.entries(body?.node.content ?? {}).find(([type]) => isJson(type)) ?? []
  if (!body || !media?.schema) return undefined
  return follow<Schema>(context, media.schema, body.location.child(['content', mediaType ?? '', 'schema']))
}

/** True if each branch of the request has a branch of the reply: `ThingCreated` for `ThingCreate`. */
function isPaired(requestSchema: Schema, replySchema: Schema): boolean {
  const [requests, replies] = [requestSchema, replySchema].map((schema) => (schema.oneOf ?? []).map((branch) => nameOf(branch)))
  return (requests ?? []).length === replies?.length && (requests ?? []).every((name) => name !== undefined && replies.includes(`${name}d`))
}

function nameOf(branch: object): string | undefined {
  return '$ref' in branch ? String(branch.$ref).split('/').at(-1) : undefined
}

function isStreamed(context: Context, operation: Operation): boolean {
  return Object.entries(operation.responses ?? {}).some(([status, raw]) => {
    const reply = status.startsWith('2') ? follow<Response>(context, raw, context.location.child(['responses', status]))?.node : undefined
    return hasBoth(reply?.content ?? {})
  })
}

function hasBoth(content: Readonly<Record<string, MediaType>>): boolean {
  const types = Object.keys(content)
  return types.some(isJson) && types.includes('text/event-stream')
}

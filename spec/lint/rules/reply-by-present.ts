/** Requires `x-reply-by` on operations with several reply forms. It maps request bodies to replies. */
import { report } from '../finding.ts'
import { isJson, type MediaType, type Response, type Schema } from '../openapi.ts'
import { follow, successBodies } from '../references.ts'
import type { Rule } from '../redocly.ts'

export const replyByPresent: Rule = () => ({
  Operation(operation, context) {
    if (operation['x-reply-by'] !== undefined || operation.requestBody === undefined) return
    const isUnion = successBodies(context, operation).some(({ node, location }) => {
      const schema = node && follow<Schema>(context, node, location)?.node
      return schema?.oneOf !== undefined
    })
    const isStreamed = Object.entries(operation.responses ?? {}).some(([status, raw]) => {
      const reply = status.startsWith('2') ? follow<Response>(context, raw, context.location.child(['responses', status]))?.node : undefined
      return hasBoth(reply?.content ?? {})
    })
    if (!isUnion && !isStreamed) return
    const fix = 'Add `x-reply-by: { DropletCreate: DropletCreated, … }`, or `{ stream: text/event-stream }`.'
    report(
      context,
      { expected: `${operation.operationId} to map request bodies to replies with \`x-reply-by\``, actual: 'none', fix },
      context.location.child('operationId'),
    )
  },
})

function hasBoth(content: Readonly<Record<string, MediaType>>): boolean {
  const types = Object.keys(content)
  return types.some(isJson) && types.includes('text/event-stream')
}

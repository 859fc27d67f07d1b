/** Names the first violation of an invalid request in the message of the reply. Prism's reply has the message of an example. */
import type { PrismHttpInstance } from '@stoplight/prism-http'

/** Statuses of Prism's replies to invalid requests. */
const statuses = new Set([400, 422])

export function explainViolations(prism: PrismHttpInstance): void {
  const request = prism.request.bind(prism)
  prism.request = (input, operations, config) => async () => {
    const result = await request(input, operations, config)()
    if ('left' in result || config?.isProxy) return result
    const { output, validations } = result.right
    const [violation] = validations.input
    if (!violation || !statuses.has(output.statusCode) || !hasMessage(output.body)) return result
    const [part, ...field] = violation.path ?? []
    // Prism's sentence begins with the place, as in "Request body property name must be string".
    const reason = violation.message.replace(/^Request \w+(?: (?:property|parameter) \S+)? /, '')
    const message = `${field.length > 0 ? field.join('.') : part}: ${reason}`
    return { ...result, right: { ...result.right, output: { ...output, body: { ...output.body, message } } } }
  }
}

function hasMessage(body: unknown): body is { readonly message: string } {
  return typeof (body as { readonly message?: unknown } | null | undefined)?.message === 'string'
}

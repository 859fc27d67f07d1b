/** Masks secrets in recorded requests and responses. */
import { createMasking } from '../../requests/mask-secrets.ts'
import type { Exchange } from '../exchange.ts'

/** Creates a function that masks exchanges. Each secret has one replacement of the same length, so a replay can distinguish tokens. */
export function createMasker(): (context: Exchange) => Exchange {
  const replacements = new Map<string, string>()
  const replace = (secret: string) => {
    const known = replacements.get(secret)
    if (known !== undefined) return known
    const replacement = `masked-secret-${replacements.size + 1}`.padEnd(secret.length, 'x')
    replacements.set(secret, replacement)
    return replacement
  }
  const { header, url, body } = createMasking('masked', replace)
  const maskHeaders = (headers: Exchange['headers']) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, header(name, value)]))
  return (context) => {
    const requestBody = body(context.requestBody, context.requestHeaders['content-type'])
    const replyBody = body(context.body, context.headers['content-type'])
    return {
      ...context,
      // The id of a Spaces key is a secret property that paths contain too.
      url: url(context.url).replaceAll(/[^/?&=]+/g, (part) => replacements.get(part) ?? part),
      requestHeaders: maskHeaders(context.requestHeaders),
      requestBody,
      headers: maskHeaders(context.headers),
      body: replyBody,
    }
  }
}

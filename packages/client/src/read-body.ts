/** Reads response bodies. */
import type { Answer } from './request-types.ts'

/**
 * Returns parsed JSON, a string for other text, bytes for anything else, and `undefined` for an empty body. If the body is cut off, it retries the
 * request, as far as the retry policy allows.
 */
async function readBody(answer: Answer): Promise<unknown> {
  const { operation, bearer, request, maxReplyBytes = 2 ** 27 } = answer
  const { status, bodyUsed, headers } = answer.response
  try {
    if (status === 204 || status === 304) return undefined
    if (bodyUsed) throw (await import('./rarely-needed.ts')).explainBody(operation)
    // A body never exceeds its `content-length`, but decoding may enlarge it.
    const isBounded = Number(headers.get('content-length') ?? '?') <= maxReplyBytes && !headers.has('content-encoding')
    const response = isBounded ? answer.response : await (await import('./bound-reply.ts')).boundReply(answer, maxReplyBytes)
    const type = headers.get('content-type') ?? ''
    const isJson = /[/+]json\s*(;|$)/i.test(type)
    if (!isJson && !/^text\/|yaml/i.test(type)) {
      const bytes = await response.arrayBuffer()
      return bytes.byteLength === 0 ? undefined : bytes
    }
    const content = await response.text()
    const isRefused = status >= 400
    const text = isRefused ? (await import('./rarely-needed.ts')).hideSecrets(content, bearer, request) : content
    if (!isJson) return text
    try {
      return text === '' ? undefined : JSON.parse(text)
    } catch (cause) {
      if (isRefused) return text
      throw (await import('./rarely-needed.ts')).explainBody(operation, { status, cause })
    }
  } catch (error) {
    // Awaited, so that `finally` runs after the retry.
    return await readBody(await answer.again(error))
  } finally {
    answer.end()
  }
}

/** Returns the body. @throws HttpError for a status of 400 or above */
export async function readData<Body>(given: Answer | Promise<Answer>): Promise<Body> {
  const answer = await given
  const body = await readBody(answer)
  const { response, operation } = answer
  if (response.status < 400) return body as Body
  throw (await import('./rarely-needed.ts')).createHttpError(operation, response, body, answer)
}

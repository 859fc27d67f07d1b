/** Reads what an answer brought. */
import type { Answer } from './request-types.ts'

/**
 * JSON becomes what it says, other text a string, anything else bytes, nothing `undefined`. Asks once more where the body broke off, as far as the
 * call's retries allow.
 */
async function readBody(answer: Answer): Promise<unknown> {
  const { operation, bearer, request, maxReplyBytes = 2 ** 27 } = answer
  const { status, bodyUsed, headers } = answer.response
  try {
    if (status === 204 || status === 304) return undefined
    if (bodyUsed) throw (await import('./rarely-needed.ts')).explainBody(operation)
    // A length that is told is kept to, but not after unpacking.
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
    // Awaited, as its own time must not end before it does.
    return await readBody(await answer.again(error))
  } finally {
    answer.end()
  }
}

/** @throws HttpError for a status of 400 and above */
export async function readData<Body>(given: Answer | Promise<Answer>): Promise<Body> {
  const answer = await given
  const body = await readBody(answer)
  const { response, operation } = answer
  if (response.status < 400) return body as Body
  throw (await import('./rarely-needed.ts')).createHttpError(operation, response, body, answer)
}

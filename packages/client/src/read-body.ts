/** Reads response bodies. */
import type { ApiResponse } from './request-types.ts'

/**
 * Returns parsed JSON, a string for other text, bytes for anything else, and `undefined` for an empty body. If the body is cut off, it retries the
 * request, as far as the retry policy allows.
 */
async function readBody(apiResponse: ApiResponse): Promise<unknown> {
  const { maxReplyBytes = 2 ** 27 } = apiResponse
  const { status, bodyUsed, headers } = apiResponse.response
  try {
    if (status === 204 || status === 304) return undefined
    if (bodyUsed) throw (await import('./lazy.ts')).explainBody(apiResponse)
    // A body never exceeds its `content-length`, but decoding may enlarge it.
    const isBounded = Number(headers.get('content-length') ?? '?') <= maxReplyBytes && !headers.has('content-encoding')
    const response = isBounded ? apiResponse.response : await (await import('./limit-reply.ts')).limitReply(apiResponse, maxReplyBytes)
    const type = headers.get('content-type') ?? ''
    const isJson = /[/+]json\s*(;|$)/i.test(type)
    if (!isJson && !/^text\/|yaml/i.test(type)) {
      const bytes = await response.arrayBuffer()
      return bytes.byteLength === 0 ? undefined : bytes
    }
    const content = await response.text()
    if (status >= 400) return (await import('./lazy.ts')).parseErrorBody(content, isJson, apiResponse)
    if (!isJson) return content
    try {
      return content === '' ? undefined : JSON.parse(content)
    } catch (cause) {
      throw (await import('./lazy.ts')).explainBody(apiResponse, { cause })
    }
  } catch (error) {
    // Awaited, so that `finally` runs after the retry.
    return await readBody(await apiResponse.retry(error))
  } finally {
    apiResponse.stop()
  }
}

/** Returns the body. @throws HttpError for a status of 400 or above */
export async function readData<Body>(pendingResponse: ApiResponse | Promise<ApiResponse>): Promise<Body> {
  const apiResponse = await pendingResponse
  const body = await readBody(apiResponse)
  const { response, operation } = apiResponse
  if (response.status < 400) return body as Body
  throw (await import('./lazy.ts')).createHttpError(operation, response, body, apiResponse)
}

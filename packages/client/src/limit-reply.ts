/** Limits the size of a response body. Loaded for bodies without a `content-length` or with a `content-encoding`. */
import { CloudError } from './errors.ts'
import type { ApiResponse } from './request-types.ts'

/** The response body is larger than `maxReplyBytes`. The rest was not read. */
export class ReplyTooLargeError extends CloudError {
  override get name() {
    return 'ReplyTooLargeError'
  }
}

/** @throws ReplyTooLargeError at once if `content-length` is above the limit, otherwise while the body is read */
export async function limitReply({ line, response }: ApiResponse, max: number): Promise<Response> {
  const { body, headers } = response
  const fail = () =>
    new ReplyTooLargeError(`${line}: the response is larger than ${max} bytes. Raise maxReplyBytes, or read it with asResponse().`)
  if (Number(headers.get('content-length')) > max) {
    await body?.cancel()
    throw fail()
  }
  if (!body) return response
  let size = 0
  const countedBody = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength
        if (size > max) throw fail()
        controller.enqueue(chunk)
      },
    }),
  )
  return new Response(countedBody)
}

/** Reads no more of a body than was allowed for. Loaded for bodies that do not say how long they are, or are packed. */
import { CloudError } from './errors.ts'
import type { Answer } from './request-types.ts'

/** The answer's body is larger than `maxReplyBytes`; it was not read to its end. */
export class ReplyTooLargeError extends CloudError {
  override get name() {
    return 'ReplyTooLargeError'
  }
}

/** @throws ReplyTooLargeError here when the length is told, else when the body has brought too much */
export async function boundReply({ operation, response }: Answer, max: number): Promise<Response> {
  const { body, headers } = response
  const fail = () =>
    new ReplyTooLargeError(`${operation}: the answer is larger than ${max} bytes. Raise maxReplyBytes, or read it through asResponse().`)
  if (Number(headers.get('content-length')) > max) {
    await body?.cancel()
    throw fail()
  }
  if (!body) return response
  let size = 0
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength
        if (size > max) throw fail()
        controller.enqueue(chunk)
      },
    }),
  )
  return new Response(counted)
}

/** Runs one line of a batch like a single request and formats the result in the format of the provider. */
import { errorIds, Failure, unprocessable } from '../../engine/failure.ts'
import { createChatReply, createMessageReply, createResponseReply } from '../../inference/text-replies.ts'
import { hashId } from '../../inference/hash-id.ts'
import { formatInferenceError } from '../../http/format-inference-error.ts'
import { check } from '../../validation/check.ts'
import { isRecord } from '../../engine/values.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { routeModel } from '../../shared/route-model.ts'
import { findValidator } from '../../validation/validators.ts'
import type { BatchLine, LineFault } from './batch-lines.ts'

const targets = {
  '/v1/chat/completions': { id: 'chat_completions_create', family: 'chat', answer: createChatReply },
  '/v1/responses': { id: 'responses_create', family: 'responses', answer: createResponseReply },
  '/v1/messages': { id: 'messages_create', family: 'messages', answer: createMessageReply },
} as const

export type Target = keyof typeof targets

export interface LineResult {
  readonly isDone: boolean
  /** Line of the output file or of the error file, with a newline. */
  readonly text: string
}

export function runLine({ customId, body }: BatchLine, target: Target, ctx: AccountContext): LineResult {
  const requestId = hashId(`${target}:${customId}:${JSON.stringify(body)}`, 24)
  const { isDone, status, reply, message } = runRequest(body, target, ctx, requestId)
  const line =
    target === '/v1/messages'
      ? { custom_id: customId, result: isDone ? { type: 'succeeded', message: reply } : { type: 'errored', error: reply } }
      : {
          id: `batch_req_${requestId}`,
          custom_id: customId,
          response: { status_code: status, request_id: requestId, body: reply },
          error: isDone ? null : { code: errorIds[status] ?? 'error', message },
        }
  return { isDone, text: `${JSON.stringify(line)}\n` }
}

/** Formats a line that could not be parsed; its custom_id is null, as it cannot be trusted. */
export function formatFault({ code, message, line }: LineFault): string {
  return `${JSON.stringify({ custom_id: null, response: null, error: { code, message, line } })}\n`
}

interface LineReply {
  readonly isDone: boolean
  readonly status: number
  readonly reply: unknown
  readonly message?: string
}

function runRequest(body: unknown, target: Target, ctx: AccountContext, requestId: string): LineReply {
  const { id, family, answer } = targets[target]
  try {
    const validator = findValidator('body', { id, family })
    if (validator) check(validator, body, 'body')
    const { stream } = isRecord(body) ? body : {}
    if (stream === true) throw unprocessable('stream: a batch cannot stream.')
    const { body: text } = answer(routeModel(ctx, body), ctx.clock.now())
    return { isDone: true, status: 200, reply: JSON.parse(String(text)) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { status, message } = error
    return { isDone: false, status, message, reply: formatInferenceError(status, message, requestId) }
  }
}

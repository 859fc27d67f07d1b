/** Turns a refusal of the platform into an error a model can act on. */
import { type PlatformAnswer, PlatformError } from '../platform/platform.ts'
import { isObject, parseJson } from '../values.ts'
import { sanitizeLine } from './sanitize.ts'
import { type ToolResult, formatError } from './tool-result.ts'

export interface Attempt {
  readonly name: string
  readonly scopes: readonly string[]
  /** A second try cannot do it twice. */
  readonly idempotent: boolean
  /** Takes secrets out of a text. */
  readonly hide: (text: string) => string
  readonly now: () => number
}

export function formatFailure(answer: PlatformAnswer, attempt: Attempt): ToolResult {
  const { status } = answer
  const parsed = parseJson(answer.body)
  const body = isObject(parsed) ? parsed : {}
  const read = (key: string, limit: number) => {
    const value = body[key]
    return typeof value === 'string' ? attempt.hide(sanitizeLine(value, limit)) : undefined
  }
  const id = read('id', 100) ?? 'unknown'
  const message = read('message', 1000) ?? 'the answer carried no error object'
  const header = findHeader(answer, 'x-request-id')
  const requestId = header === undefined ? read('request_id', 100) : attempt.hide(header)
  const retryAt = status === 429 ? findRetry(answer, attempt.now()) : undefined
  const advice = advise(status, attempt, retryAt)
  const text = `${attempt.name} failed: ${status} ${id}: ${message.replace(/[.\s]+$/, '')}.${requestId === undefined ? '' : ` (request ${requestId})`}\nWhat to do: ${advice}`
  return formatError(text, { status, id, message, request_id: requestId ?? null, advice, ...(retryAt && { retry_at: retryAt.at }) })
}

interface Retry {
  readonly at: string
  readonly seconds: number
}

/** `retry-after` for the burst limit, else when the oldest counted request stops counting. */
function findRetry(answer: PlatformAnswer, now: number): Retry | undefined {
  const after = Number(findHeader(answer, 'retry-after') ?? Number.NaN)
  const reset = Number(findHeader(answer, 'ratelimit-reset') ?? Number.NaN)
  const seconds = Number.isFinite(after) ? after : Math.ceil(reset - now / 1000)
  if (!Number.isFinite(seconds) || Math.abs(seconds) > 1e9) return undefined
  const wait = Math.max(seconds, 1)
  return { at: new Date(now + wait * 1000).toISOString(), seconds: wait }
}

function findHeader({ headers }: PlatformAnswer, name: string): string | undefined {
  const value = [headers[name]].flat()[0]
  return value === undefined ? undefined : sanitizeLine(value, 100)
}

function advise(status: number, { scopes, idempotent }: Attempt, retry: Retry | undefined): string {
  switch (status) {
    case 400:
    case 422:
      return 'change what the message names, then call again. Nothing was changed.'
    case 401:
      return 'the token is missing, wrong, expired or revoked. A person must set SPINDRIFT_TOKEN to a valid one and start the server again; `spindrift-mcp doctor` checks it.'
    case 403:
      return `the token may not do this${scopes.length === 0 ? '' : `; it takes ${scopes.join(', ')}`}. A person must give the server another token.`
    case 404:
      return 'check the id and the names: a list tool returns those that exist.'
    case 409:
      return 'it is in conflict with what is there or under way. Read the current state; wait for a running change to end, or choose another name.'
    case 412:
      return 'the state does not allow it yet. Read the current state and do what the message asks for first.'
    case 429:
      return retry
        ? `too many requests. Wait ${retry.seconds} seconds, until ${retry.at}, then call again.`
        : 'too many requests. Wait a minute, then call again.'
    case 501:
      return 'this platform does not offer it. Do not try again.'
    default:
      if (status < 500) return 'read the message; calling again without a change will not help.'
      return idempotent
        ? 'the platform has a problem. Wait a little, then call again.'
        : 'the platform has a problem, and the change may have been made. Read the current state before you call again.'
  }
}

/** No answer came at all. */
export function formatUnanswered(error: unknown, { name, idempotent, hide }: Attempt): ToolResult {
  if (!(error instanceof PlatformError)) throw error
  const advice =
    error.isUnsent || idempotent
      ? 'check that the base URL is right and the platform (or sandbox) runs, then call again.'
      : 'the change may have been made. Read the current state before you call again.'
  const message = hide(sanitizeLine(error.message))
  return formatError(`${name} failed: ${message}\nWhat to do: ${advice}`, {
    status: null,
    id: 'no_answer',
    message,
    request_id: null,
    advice,
  })
}

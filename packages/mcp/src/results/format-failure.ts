/** Converts an error response of the platform to a tool error with advice for the model. */
import { type PlatformResponse, PlatformError } from '../platform/platform.ts'
import { isObject, parseJson } from '../values.ts'
import { sanitizeLine } from './sanitize.ts'
import { type ToolResult, formatError } from './tool-result.ts'

export interface Attempt {
  readonly name: string
  readonly scopes: readonly string[]
  /** True if the call is safe to repeat. */
  readonly idempotent: boolean
  /** Masks secrets in a text. */
  readonly hide: (text: string) => string
  readonly now: () => number
}

export function formatFailure(response: PlatformResponse, attempt: Attempt): ToolResult {
  const { status } = response
  const parsed = parseJson(response.body)
  const body = isObject(parsed) ? parsed : {}
  const read = (key: string, limit: number) => {
    const value = body[key]
    return typeof value === 'string' ? attempt.hide(sanitizeLine(value, limit)) : undefined
  }
  const id = read('id', 100) ?? 'unknown'
  const message = read('message', 1000) ?? 'the response has no error object'
  const header = findHeader(response, 'x-request-id')
  const requestId = header === undefined ? read('request_id', 100) : attempt.hide(header)
  const retryAt = status === 429 ? findRetry(response, attempt.now()) : undefined
  const advice = advise(status, attempt, retryAt)
  const text = `${attempt.name} failed: ${status} ${id}: ${message.replace(/[.\s]+$/, '')}.${requestId === undefined ? '' : ` (request ${requestId})`}\nWhat to do: ${advice}`
  return formatError(text, { status, id, message, request_id: requestId ?? null, advice, ...(retryAt && { retry_at: retryAt.at }) })
}

interface Retry {
  readonly at: string
  readonly seconds: number
}

/** Returns the time of the next attempt: `retry-after` for the burst limit, otherwise `ratelimit-reset`. */
function findRetry(response: PlatformResponse, now: number): Retry | undefined {
  const after = Number(findHeader(response, 'retry-after') ?? Number.NaN)
  const reset = Number(findHeader(response, 'ratelimit-reset') ?? Number.NaN)
  const seconds = Number.isFinite(after) ? after : Math.ceil(reset - now / 1000)
  if (!Number.isFinite(seconds) || Math.abs(seconds) > 1e9) return undefined
  const wait = Math.max(seconds, 1)
  return { at: new Date(now + wait * 1000).toISOString(), seconds: wait }
}

function findHeader({ headers }: PlatformResponse, name: string): string | undefined {
  const value = [headers[name]].flat()[0]
  return value === undefined ? undefined : sanitizeLine(value, 100)
}

function advise(status: number, { scopes, idempotent }: Attempt, retry: Retry | undefined): string {
  switch (status) {
    case 400:
    case 422:
      return 'correct what the message names, then call again. Nothing was changed.'
    case 401:
      return 'the token is missing, unknown, expired or revoked. Ask the user to set SPINDRIFT_TOKEN to a valid token and restart the server; `spindrift-mcp doctor` checks it.'
    case 403:
      return `the token does not allow this${scopes.length === 0 ? '' : `; it needs the scopes ${scopes.join(', ')}`}. Ask the user to configure another token.`
    case 404:
      return 'check the id and the names. A list tool returns the existing ones.'
    case 409:
      return 'it conflicts with an existing resource or a running change. Read the current state; wait for the change to end, or choose another name.'
    case 412:
      return 'the current state does not allow it yet. Read the state and follow the message first.'
    case 429:
      return retry
        ? `too many requests. Wait ${retry.seconds} seconds, until ${retry.at}, then call again.`
        : 'too many requests. Wait a minute, then call again.'
    case 501:
      return 'this platform does not support it. Do not call it again.'
    default:
      if (status < 500) return 'read the message. Calling again unchanged will not help.'
      return idempotent
        ? 'the platform failed. Wait a moment, then call again.'
        : 'the platform failed, and the change may have taken effect. Read the current state before you call again.'
  }
}

/** Converts a missing response to a tool error. */
export function formatNoResponse(error: unknown, { name, idempotent, hide }: Attempt): ToolResult {
  if (!(error instanceof PlatformError)) throw error
  const advice =
    error.isUnsent || idempotent
      ? 'check the base URL and that the platform (or sandbox) is running, then call again.'
      : 'the change may have taken effect. Read the current state before you call again.'
  const message = hide(sanitizeLine(error.message))
  return formatError(`${name} failed: ${message}\nWhat to do: ${advice}`, {
    status: null,
    id: 'no_answer',
    message,
    request_id: null,
    advice,
  })
}

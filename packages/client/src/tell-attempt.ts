/** Tells those who listen of an attempt: what the hooks get, and what `SPINDRIFT_LOG` prints. Loaded when somebody listens. */
import { hideSecrets, findRequestId, secretName, type Sent } from './hide-secrets.ts'
import type { Hooks, RequestEvent } from './hooks.ts'
import { findRateLimit } from './rate-limit.ts'

/** An attempt as those who listen are told of it. */
export function describeAttempt(operation: string, method: string, url: string, attempt: number): RequestEvent {
  // Codes, tokens and secrets of the OAuth operations may stand in a query.
  const masked = url.replace(/([?&][^=&]*=)[^&]*/g, (pair, name: string) => (secretName.test(name) ? `${name}…` : pair))
  return { operation, method, url: masked, attempt }
}

interface EndedAttempt extends RequestEvent, Sent {
  readonly durationMs: number
  /** As they were sent. */
  readonly headers: Readonly<Record<string, string>>
  readonly response: Response | undefined
  /** In place of a response. */
  readonly failure: unknown
}

/** `level` is what `SPINDRIFT_LOG` says: `info` prints a line an attempt on standard error, `debug` the headers too, anything else nothing. */
export function tellAttempt(attempt: EndedAttempt, level: string | undefined, onResponse: Hooks['onResponse']): void {
  const { response, operation, method, url, attempt: count, durationMs } = attempt
  if (response && onResponse) {
    const requestId = findRequestId(response, attempt)
    const rateLimit = findRateLimit(response.headers)
    onResponse({ operation, method, url, attempt: count, status: response.status, durationMs, requestId, rateLimit })
  }
  if (level === 'info' || level === 'debug') console.error(describe(attempt))
  if (level === 'debug') {
    printHeaders('>', Object.entries(attempt.headers), attempt)
    if (response) printHeaders('<', response.headers, attempt)
  }
}

function describe({ operation, method, url, attempt, durationMs, response, failure }: EndedAttempt): string {
  const line = `${method} ${url} ${response?.status ?? 'failed'} in ${Math.round(durationMs)} ms${attempt > 1 ? `, attempt ${attempt}` : ''}`
  return response ? line : `${line}: ${String(Object(failure).message ?? 'no answer').replace(`${operation}: `, '')}`
}

function printHeaders(mark: string, headers: Iterable<readonly [string, string]>, { bearer, request }: Sent): void {
  for (const [name, value] of headers) {
    const shown = secretName.test(name) || /^authorization$|cookie/i.test(name) ? '…' : hideSecrets(value, bearer, request)
    console.error(`  ${mark} ${name}: ${shown}`)
  }
}

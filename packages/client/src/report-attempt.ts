/** Reports attempts to the hooks and, with `SPINDRIFT_LOG`, on standard error. Loaded only if one of them is set. */
import { hideSecrets, findRequestId, secretName, type RequestSecrets } from './hide-secrets.ts'
import type { Hooks, RequestEvent } from './hooks.ts'
import { findRateLimit } from './rate-limit.ts'

/** Creates the event of an attempt. */
export function describeAttempt(operation: string, method: string, url: string, attempt: number): RequestEvent {
  // The query of OAuth operations may hold codes, tokens and secrets.
  const masked = url.replace(/([?&][^=&]*=)[^&]*/g, (pair, name: string) => (secretName.test(name) ? `${name}…` : pair))
  return { operation, method, url: masked, attempt }
}

interface CompletedAttempt extends RequestEvent, RequestSecrets {
  readonly durationMs: number
  /** Headers of the request. */
  readonly headers: Readonly<Record<string, string>>
  readonly response: Response | undefined
  /** Error, if there is no response. */
  readonly failure: unknown
}

/** Reports an attempt. `level` is the value of `SPINDRIFT_LOG`: `info` prints a line per attempt on standard error, `debug` also the headers. */
export function reportAttempt(attempt: CompletedAttempt, level: string | undefined, onResponse: Hooks['onResponse']): void {
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

function describe({ method, url, attempt, durationMs, response, failure }: CompletedAttempt): string {
  const line = `${method} ${url} ${response?.status ?? 'failed'} in ${Math.round(durationMs)} ms${attempt > 1 ? `, attempt ${attempt}` : ''}`
  return response ? line : `${line}: ${String(Object(failure).message ?? 'no response').replace(/^[A-Z]+ \S+: /, '')}`
}

function printHeaders(mark: string, headers: Iterable<readonly [string, string]>, { bearer, request }: RequestSecrets): void {
  for (const [name, value] of headers) {
    const text = secretName.test(name) || /^authorization$|cookie/i.test(name) ? '…' : hideSecrets(value, bearer, request)
    console.error(`  ${mark} ${name}: ${text}`)
  }
}

/** Debug logging: hooks that print a line for every request, answer and retry, with secrets masked. */
import type { Hooks } from './hooks.ts'

/**
 * Spread it into the options: `createCloud({ token, ...logCalls() })`. A line never has the token, nor the value of a query parameter that may be
 * a secret, nor a body.
 */
export function logCalls(print: (line: string) => void = console.debug): Required<Hooks> {
  return {
    onRequest: ({ method, url, attempt }) => print(`→ ${method} ${url}${attempt > 1 ? ` (attempt ${attempt})` : ''}`),
    onResponse({ method, url, status, durationMs, requestId, rateLimit }) {
      const left = rateLimit && `${rateLimit.remaining} of ${rateLimit.limit} left`
      const rest = [`${Math.round(durationMs)} ms`, requestId && `request ${requestId}`, left].filter(Boolean)
      print(`← ${status} ${method} ${url} (${rest.join(', ')})`)
    },
    onRetry: ({ method, url, waitMs, reason }) => print(`↻ ${method} ${url} again in ${Math.round(waitMs)} ms: ${reason}`),
  }
}

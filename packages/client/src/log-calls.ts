/** Hooks for debug logging: a line for every request, response and retry, with secrets masked. */
import type { Hooks } from './hooks.ts'

/**
 * Creates logging hooks. Spread them into the options: `createCloud({ token, ...logCalls() })`. Lines never contain the token, secrets of the query, or
 * a body.
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

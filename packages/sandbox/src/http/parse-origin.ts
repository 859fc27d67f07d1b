import type { CoreRequest } from './messages.ts'

/** Returns scheme, host and port as the client sees them, also behind a proxy. */
export function parseOrigin({ origin, headers }: Pick<CoreRequest, 'origin' | 'headers'>): string {
  return origin ?? `http://${headers['host'] ?? '127.0.0.1'}`
}

import type { CoreRequest } from './messages.ts'

/** What the client has in its address bar: the edge knows it, through a proxy too. */
export function parseOrigin({ origin, headers }: Pick<CoreRequest, 'origin' | 'headers'>): string {
  return origin ?? `http://${headers['host'] ?? '127.0.0.1'}`
}

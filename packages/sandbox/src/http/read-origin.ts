import type { CoreRequest } from './messages.ts'

/** What the client wrote into its address bar, through a proxy too. */
export function readOrigin(headers: CoreRequest['headers']): string {
  const scheme = headers['x-forwarded-proto']?.split(',', 1)[0]?.trim() ?? 'http'
  const host = headers['x-forwarded-host']?.split(',', 1)[0]?.trim() ?? headers['host'] ?? '127.0.0.1'
  return `${scheme === 'https' ? 'https' : 'http'}://${host}`
}

/** Who may control the sandbox: programs of this machine, its own page, and pages that were named at the start. */
import { Failure } from '../engine/failure.ts'
import type { CoreRequest } from '../http/messages.ts'

export function isControlPath(path: string): boolean {
  return path === '/_sandbox' || path.startsWith('/_sandbox/')
}

/** Names that lead nowhere but here, whatever resolves them; read as a whole, as an address bar reads more into `localhost#.example` than there is. */
const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i

/** @throws Failure 403 */
export function checkControl({ host = '', origin }: CoreRequest['headers'], allowed: readonly string[]): void {
  // A page of another site can make a browser on this machine send requests here, under a name of its own that leads here.
  if (!loopback.test(host)) throw new Failure(403, 'The sandbox is controlled from this machine only.')
  if (origin === undefined || origin === `http://${host}` || allowed.includes(origin)) return
  throw new Failure(403, 'The sandbox is controlled from no page but its own. Start it with --control-origin to allow another.')
}

/** Access checks: host names and origins of all requests, and callers of the control API. */
import { isSameSecret } from '../auth/hash-secret.ts'
import { Failure } from '../engine/failure.ts'
import type { CoreRequest } from '../http/messages.ts'
import type { SandboxOptions } from '../options.ts'

const { isIP } = process.getBuiltinModule('node:net')

type Headers = CoreRequest['headers']

export function isControlPath(path: string): boolean {
  return path === '/_sandbox' || path.startsWith('/_sandbox/')
}

/** Endpoints without a token. They contain no secrets. */
const openPaths = new Set(['/_sandbox/health', '/_sandbox/ready', '/_sandbox/ca.pem'])

export function isOpenPath(path: string): boolean {
  return openPaths.has(path)
}

/** Host headers of loopback. The whole text must match, because of names like `localhost#.example`. */
const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i
const loopbackOrigin = /^https?:\/\/(?:127\.0\.0\.1|(?:[a-z0-9-]+\.)*localhost|\[::1\])(?::\d{1,5})?$/

export function isLoopbackHost(host: string): boolean {
  return loopback.test(host)
}

/** Returns true if pages of the origin may call the APIs: pages on this machine and of configured origins. */
export function isAllowedOrigin(origin: string, { allowedOrigins = [], controlOrigins = [] }: SandboxOptions): boolean {
  return loopbackOrigin.test(origin) || [...allowedOrigins, ...controlOrigins].some((each) => each === origin || each === '*')
}

/**
 * Protects against DNS rebinding, where a page of another site sends requests under a host name that resolves to the sandbox.
 * Loopback names, IP addresses and configured names are allowed. Browsers always send a host, and callers in this process need none.
 *
 * @throws Failure 403
 */
export function checkHost(path: string, { headers, remoteAddress }: CoreRequest, { allowedHosts = [], baseUrl }: SandboxOptions): void {
  const { host } = headers
  if (remoteAddress === undefined || host === undefined || isOpenPath(path) || loopback.test(host)) return
  const [, address, name = ''] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? []
  if (isIP(address ?? name) !== 0) return
  const allowed = [...allowedHosts, ...(baseUrl === undefined ? [] : [new URL(baseUrl).hostname])]
  if (allowed.some((each) => (each.startsWith('.') ? name.endsWith(each.toLowerCase()) : name === each.toLowerCase()))) return
  throw new Failure(403, `The host name "${name}" is not allowed. Start the sandbox with --allowed-host ${name || '<name>'}.`)
}

/**
 * @param isPage true for the files of the console, which prompt for the token
 * @throws Failure 401, 403
 */
export function checkControl(
  { headers }: CoreRequest,
  origin: string,
  { controlToken, controlOrigins = [] }: SandboxOptions,
  isPage = false,
): void {
  const { host = '', origin: page, 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers
  if (controlToken === undefined && !loopback.test(host)) throw new Failure(403, 'The control API accepts only requests from this machine.')
  const isAllowed = page !== undefined && controlOrigins.includes(page)
  // Images, scripts and forms of other sites have no `Origin`. A link may open the console.
  const isForeign = site !== 'same-origin' && site !== 'none' && !(isPage && mode === 'navigate')
  if (!isAllowed && (isForeign || (page !== undefined && page !== origin)))
    throw new Failure(
      403,
      'The control API does not accept requests of pages of other origins. Start the sandbox with --control-origin to allow one.',
    )
  if (controlToken !== undefined && !isPage && !isSameSecret(parseToken(headers), controlToken))
    throw new Failure(401, unauthorized, challenge)
}

const unauthorized =
  'The control API requires the control token: send it as "authorization: Bearer <token>". It is the value of --control-token, or in the start message.'
/** Basic comes first, because Chromium reads only the first scheme: it prompts for any user name and the token as the password. */
const challenge = { 'www-authenticate': 'Basic realm="spindrift-sandbox", Bearer realm="spindrift-sandbox"' }

function parseToken({ authorization = '' }: Headers): string {
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+) *$/i.exec(authorization) ?? []
  if (scheme.toLowerCase() !== 'basic') return value
  const pair = Buffer.from(value, 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}

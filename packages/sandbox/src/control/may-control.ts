/** Who may control the sandbox: programs of this machine or with the control token, its own page, and pages that were named at the start. */
import { isSameSecret } from '../auth/hash-secret.ts'
import { Failure } from '../engine/failure.ts'
import type { CoreRequest } from '../http/messages.ts'
import type { SandboxOptions } from '../options.ts'

const { isIP } = process.getBuiltinModule('node:net')

type Headers = CoreRequest['headers']

export function isControlPath(path: string): boolean {
  return path === '/_sandbox' || path.startsWith('/_sandbox/')
}

/** What probes and clients ask before they know anything. It holds no secret. */
const openPaths = new Set(['/_sandbox/health', '/_sandbox/ready', '/_sandbox/ca.pem'])

export function isOpenPath(path: string): boolean {
  return openPaths.has(path)
}

/** Names that lead nowhere but here, whatever resolves them; read as a whole, as an address bar reads more into `localhost#.example` than there is. */
const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i

/**
 * A page of another site can make a browser send requests here, under a name of its own that leads here: where others than this machine's
 * programs are answered, they are under no name that was not stated. An address is no name that somebody could lead elsewhere.
 *
 * @throws Failure 403
 */
export function checkHost(path: string, { host = '' }: Headers, { controlToken, allowedHosts = [], baseUrl }: SandboxOptions): void {
  if (controlToken === undefined || isOpenPath(path) || loopback.test(host)) return
  const [, address, name = ''] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? []
  if (isIP(address ?? name) !== 0) return
  const allowed = [...allowedHosts, ...(baseUrl === undefined ? [] : [new URL(baseUrl).hostname])]
  if (allowed.some((each) => (each.startsWith('.') ? name.endsWith(each.toLowerCase()) : name === each.toLowerCase()))) return
  throw new Failure(
    403,
    `The sandbox does not answer under the name "${name}". Start it with --allowed-host ${name || '<name>'} to allow it.`,
  )
}

/**
 * @param isPage whether it is for the console's own files, which ask for the token themselves
 * @throws Failure 401, 403
 */
export function checkControl(
  { headers }: CoreRequest,
  origin: string,
  { controlToken, controlOrigins = [] }: SandboxOptions,
  isPage = false,
): void {
  const { host = '', origin: page } = headers
  if (controlToken === undefined && !loopback.test(host)) throw new Failure(403, 'The sandbox is controlled from this machine only.')
  if (page !== undefined && page !== origin && !controlOrigins.includes(page))
    throw new Failure(403, 'The sandbox is controlled from no page but its own. Start it with --control-origin to allow another.')
  if (controlToken !== undefined && !isPage && !isSameSecret(readToken(headers), controlToken)) throw new Failure(401, unknown, challenge)
}

const unknown =
  'The controls take the control token: send it as "authorization: Bearer <token>". It was given with --control-token, or printed at the start.'
/** The first is for people: a browser asks for a name, which may be any, and a password. Chromium looks at the first only. */
const challenge = { 'www-authenticate': 'Basic realm="spindrift-sandbox", Bearer realm="spindrift-sandbox"' }

function readToken({ authorization = '' }: Headers): string {
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+) *$/i.exec(authorization) ?? []
  if (scheme.toLowerCase() !== 'basic') return value
  const pair = Buffer.from(value, 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}

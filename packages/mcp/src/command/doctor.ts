/** `spindrift-mcp doctor`: checks token, base URL and scopes. It changes nothing: it tests write access by deleting a cluster that cannot exist. */
import { type Platform, type PlatformResponse, PlatformError } from '../platform/platform.ts'
import { createMask } from '../results/hide-secrets.ts'
import { sanitizeLine } from '../results/sanitize.ts'
import { parseJson } from '../values.ts'

export interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly message: string
}

export interface DoctorOptions {
  readonly allowWrites: boolean
  readonly allowDestructive: boolean
}

/** Id that no cluster has. */
const unknownClusterId = '00000000-0000-4000-8000-000000000000'

export async function diagnose(platform: Platform, options: DoctorOptions): Promise<Finding[]> {
  const hide = createMask([platform.token])
  const findings: Finding[] = [checkNode()]
  try {
    const read = await platform.send({ method: 'GET', path: '/v2/databases?per_page=1' })
    findings.push({
      check: 'base URL',
      ok: isControlApi(read),
      message: isControlApi(read)
        ? `${platform.baseUrl} is reachable`
        : `${platform.baseUrl} replied ${read.status}, but is not the control API. Check the base URL (without /v2).`,
    })
    if (!isControlApi(read)) return findings
    findings.push(describeToken(read))
    if (read.status !== 200) return findings
    const write = await platform.send({ method: 'DELETE', path: `/v2/databases/${unknownClusterId}` })
    const canWrite = write.status === 404
    const allowsWrites = options.allowWrites || options.allowDestructive
    findings.push({ check: 'scopes', ok: canWrite || !allowsWrites, message: describeScopes(write, allowsWrites) })
    const left = read.headers['ratelimit-remaining']
    if (left !== undefined)
      findings.push({
        check: 'limits',
        ok: Number(left) > 0,
        message: `${sanitizeLine(String(left), 20)} of ${sanitizeLine(String(read.headers['ratelimit-limit']), 20)} requests left in this hour`,
      })
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    findings.push({
      check: 'base URL',
      ok: false,
      message: `${hide(sanitizeLine(error.message))} Check the base URL and that the platform is running.`,
    })
  }
  return findings
}

function isControlApi({ body }: PlatformResponse): boolean {
  const parsed = Object(parseJson(body)) as Readonly<Record<string, unknown>>
  return Array.isArray(parsed['databases']) || (typeof parsed['id'] === 'string' && typeof parsed['message'] === 'string')
}

function describeToken({ status }: PlatformResponse): Finding {
  const check = 'token'
  if (status === 200) return { check, ok: true, message: 'valid; may read databases' }
  if (status === 401) return { check, ok: false, message: 'invalid: unknown, expired or revoked. Set SPINDRIFT_TOKEN to a valid token.' }
  if (status === 403) return { check, ok: false, message: 'valid, but may not read databases. It needs the scope database:read.' }
  return { check, ok: false, message: `cannot check the token: the platform replied ${status}.` }
}

function describeScopes({ status }: PlatformResponse, needsWrite: boolean): string {
  if (status === 404) return `may change databases${needsWrite ? '' : '; start with --allow-create or --allow-all to offer tools that do'}`
  if (status === 403)
    return needsWrite
      ? 'read-only, but --allow-create or --allow-all offers tools that change something. Use a token with write scopes, or remove the flags.'
      : 'read-only'
  return `cannot check write access: the platform replied ${status}`
}

/** First version of Node with a compile cache and with SQLite without a flag. */
const [minMajor, minMinor] = [22, 13] as const

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const ok = major > minMajor || (major === minMajor && minor >= minMinor)
  return {
    check: 'node',
    ok,
    message: ok ? process.version : `${process.version} is too old. Install ${minMajor}.${minMinor} or newer.`,
  }
}

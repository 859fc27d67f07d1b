/** `spindrift-mcp doctor`: what keeps the tools from working. It changes nothing: to see whether a token may write it asks for what cannot be there. */
import { type Platform, type PlatformAnswer, PlatformError } from '../platform/platform.ts'
import { createHider } from '../results/hide-secrets.ts'
import { sanitizeLine } from '../results/sanitize.ts'
import { parseJson } from '../values.ts'

export interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly says: string
}

export interface DoctorWants {
  readonly allowWrites: boolean
  readonly allowDestructive: boolean
}

/** No cluster has it. */
const nobody = '00000000-0000-4000-8000-000000000000'

export async function examine(platform: Platform, wants: DoctorWants): Promise<Finding[]> {
  const hide = createHider([platform.token])
  const findings: Finding[] = [checkNode()]
  try {
    const read = await platform.send({ method: 'GET', path: '/v2/databases?per_page=1' })
    findings.push({
      check: 'base URL',
      ok: isControlApi(read),
      says: isControlApi(read)
        ? `${platform.baseUrl} answers`
        : `${platform.baseUrl} answers ${read.status}, but not as the control API does. Is the base URL right, without /v2?`,
    })
    if (!isControlApi(read)) return findings
    findings.push(describeToken(read))
    if (read.status !== 200) return findings
    const write = await platform.send({ method: 'DELETE', path: `/v2/databases/${nobody}` })
    const mayWrite = write.status === 404
    const wanted = wants.allowWrites || wants.allowDestructive
    findings.push({ check: 'scopes', ok: mayWrite || !wanted, says: describeScopes(write, wanted) })
    const left = read.headers['ratelimit-remaining']
    if (left !== undefined)
      findings.push({
        check: 'limits',
        ok: Number(left) > 0,
        says: `${sanitizeLine(String(left), 20)} of ${sanitizeLine(String(read.headers['ratelimit-limit']), 20)} requests are left in this hour`,
      })
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    findings.push({ check: 'base URL', ok: false, says: `${hide(sanitizeLine(error.message))} Is it right, and does the platform run?` })
  }
  return findings
}

function isControlApi({ body }: PlatformAnswer): boolean {
  const parsed = Object(parseJson(body)) as Readonly<Record<string, unknown>>
  return Array.isArray(parsed['databases']) || (typeof parsed['id'] === 'string' && typeof parsed['message'] === 'string')
}

function describeToken({ status }: PlatformAnswer): Finding {
  const check = 'token'
  if (status === 200) return { check, ok: true, says: 'it is valid and may read databases' }
  if (status === 401) return { check, ok: false, says: 'it is not valid: wrong, expired or revoked. Set SPINDRIFT_TOKEN to another.' }
  if (status === 403) return { check, ok: false, says: 'it is valid but may not read databases; it takes database:read.' }
  return { check, ok: false, says: `whether it is valid is not known: the platform answered ${status}.` }
}

function describeScopes({ status }: PlatformAnswer, wanted: boolean): string {
  if (status === 404)
    return `it may change databases${wanted ? '' : '; tools that do are not offered without --allow-writes or --allow-destructive'}`
  if (status === 403)
    return wanted
      ? 'it may only read, but tools that change something are to be offered. Give it the scopes to write, or take the flags away.'
      : 'it may only read'
  return `whether it may change databases is not known: the platform answered ${status}`
}

/** The first Node that keeps compiled code and has SQLite without a flag. */
const [oldestMajor, oldestMinor] = [22, 13] as const

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const ok = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
  return {
    check: 'node',
    ok,
    says: ok ? process.version : `${process.version} is too old. Install ${oldestMajor}.${oldestMinor} or newer.`,
  }
}

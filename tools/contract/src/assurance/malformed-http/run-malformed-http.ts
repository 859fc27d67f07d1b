/** Sends every malformed case to the built sandbox, then slow requests and floods. Another client is served meanwhile. */
import { readFileSync } from 'node:fs'
import { startSandbox } from '@spindrift/sandbox'
import { startSandboxProcess } from '@spindrift/testing/start-sandbox-process'
import { createHttpClient, parseBody } from '../http-client.ts'
import { formatFinding, type VerificationResult } from '../print-result.ts'
import { listCases, listSlowCases, type MalformedCase } from './cases.ts'
import { checkExchange } from './check-exchange.ts'
import { exchangeBytes } from './exchange-bytes.ts'
import { runFloods } from './run-floods.ts'

export interface MalformedHttpOptions {
  readonly seed: number
  /** Duration of each flood. */
  readonly floodMs: number
  /** Only cases with this text in their names. */
  readonly only?: string
}

/** More than a running sandbox needs, and less than all floods together. */
const maxMemoryMb = 800

export async function runMalformedHttp({ seed, floodMs, only = '' }: MalformedHttpOptions): Promise<VerificationResult> {
  await using server = await startSandboxProcess({ flags: ['--seed', String(seed), '--rate-limits', 'off'] })
  using client = createHttpClient(server.url, server.tokens.full, 1)
  const findings: string[] = []
  let [total, failed] = [0, 0]
  const record = (name: string, faults: readonly string[]) => {
    total += 1
    if (faults.length > 0) failed += 1
    for (const fault of faults) findings.push(formatFinding('bytes', name, 'the documented response', fault))
  }
  const count = async (path: string) =>
    parseBody<{ readonly meta: { readonly total: number } }>(await client.send({ method: 'GET', path: `${path}?per_page=1` })).meta.total
  const countObjects = async () => `${await count('/v2/tags')} tags, ${await count('/v2/volumes')} volumes`
  const checkClient = () =>
    countObjects().then(
      () => [],
      (error: unknown) => [`another client is not served: ${String(error)}`],
    )
  for (const each of listCases(server.tokens.full).filter(({ name }) => name.includes(only))) {
    const isRefused = each.statuses.every((status) => status >= 400)
    const before = await countObjects()
    const [faults, meanwhile] = await Promise.all([runCase(each, server.url), checkClient()])
    const after = await countObjects()
    const change = isRefused && before !== after ? [`a rejected request changed the state: ${before}, then ${after}`] : []
    record(each.name, [...faults, ...meanwhile, ...change, ...(server.isAlive() ? [] : ['the process exited'])])
  }
  if (only === '') {
    for (const { name, faults } of await runSlow(seed)) record(name, faults)
    for (const { name, faults } of await runFloods(server.url, server.tokens.full, checkClient, floodMs)) record(name, faults)
  }
  const megabytes = readPeakMemoryMb(server.processId)
  record('all of it', [
    ...(megabytes !== undefined && megabytes > maxMemoryMb ? [`${megabytes} MB of memory`] : []),
    ...(server.errorOutput() === '' ? [] : [`errors on standard error: ${server.errorOutput().slice(0, 300)}`]),
  ])
  return { check: 'malformed-http', passed: total - failed, total, findings, figures: { seed, megabytes: megabytes ?? null } }
}

async function runCase(each: MalformedCase, url: string): Promise<string[]> {
  const expected = { responses: each.statuses.length, closes: each.closes ?? false }
  return checkExchange(each, await exchangeBytes(Number(new URL(url).port), each.steps, expected))
}

/** Sends slow requests to a sandbox with a timeout of one second instead of thirty. */
async function runSlow(seed: number) {
  const { url, credentials, close } = await startSandbox({ port: 0, seed, rateLimits: 'off', requestSeconds: 1 })
  const cases = listSlowCases(credentials().tokens.full)
  const results = await Promise.all(cases.map(async (each) => ({ name: each.name, faults: await runCase(each, url) })))
  await close()
  return results
}

/** @returns undefined where the system does not provide it */
function readPeakMemoryMb(processId: number): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
  } catch {
    return undefined
  }
}

/** Sends every malformed case to a server, then slow requests and floods. */
import { formatFinding, type VerificationResult } from '../print-result.ts'
import { listUrlCases } from './url-cases.ts'
import { listBodyCases } from './body-cases.ts'
import { exchangeBytes } from './exchange-bytes.ts'
import { listFramingCases } from './framing-cases.ts'
import type { MalformedCase } from './malformed-case.ts'
import { checkExchange } from './check-exchange.ts'
import { type RegularClient, createRegularClient } from './regular-client.ts'
import { runFloods } from './run-floods.ts'
import { runSlow } from './run-slow.ts'
import type { Target } from './target.ts'

export interface MalformedHttpOptions {
  readonly seed: number
  /** Duration of each flood. */
  readonly floodMs: number
  /** Only cases with this text in their names. */
  readonly only?: string | undefined
  readonly startTarget: (seed: number) => Promise<Target>
}

/** More than a running sandbox needs, and less than all floods together. */
const maxMemoryMb = 800
export async function runMalformedHttp({ seed, floodMs, only, startTarget }: MalformedHttpOptions): Promise<VerificationResult> {
  await using target = await startTarget(seed)
  using client = createRegularClient(target.url, target.token)
  const findings: string[] = []
  let [total, failed] = [0, 0]
  const recordCase = (name: string, faults: readonly string[]) => {
    total += 1
    if (faults.length > 0) failed += 1
    for (const fault of faults) findings.push(formatFinding('bytes', name, 'the documented response', fault))
  }
  const summarize = (): VerificationResult => {
    const figures = { seed, megabytes: target.readMaxMemoryMb() ?? null }
    return { check: 'malformed-http', passed: total - failed, total, findings, figures }
  }
  const table = listCases(target.token).filter(({ name }) => name.includes(only ?? ''))
  for (const each of table) recordCase(each.name, await runCase(each, target, client))
  if (only !== undefined) return summarize()
  for (const { name, faults } of await runSlow(seed)) recordCase(name, faults)
  const floods = await runFloods(target.url, target.token, client, floodMs)
  for (const { name, faults } of floods) recordCase(name, faults)
  const megabytes = target.readMaxMemoryMb()
  if (megabytes !== undefined) recordCase('all of it', megabytes > maxMemoryMb ? [`${megabytes} MB of memory`] : [])
  recordCase('all of it', target.errorOutput() === '' ? [] : [`errors on standard error: ${target.errorOutput().slice(0, 300)}`])
  return summarize()
}

function listCases(token: string): readonly MalformedCase[] {
  return [...listFramingCases(token), ...listUrlCases(token), ...listBodyCases(token)]
}

async function runCase(each: MalformedCase, target: Target, client: RegularClient): Promise<string[]> {
  const isRefused = each.expectedStatuses.every((status) => status >= 400)
  const before = isRefused ? await client.countObjects() : ''
  const port = Number(new URL(target.url).port)
  const [exchanged, meanwhile] = await Promise.all([
    exchangeBytes(port, each.steps, { responses: each.expectedStatuses.length, isClosed: each.closesConnection ?? false }),
    client.check(),
  ])
  const after = isRefused ? await client.countObjects() : ''
  return [
    ...checkExchange(each, exchanged),
    ...(meanwhile === undefined ? [] : [meanwhile]),
    ...(before === after ? [] : [`a rejected request changed the state: ${before}, then ${after}`]),
    ...(target.isAlive() ? [] : ['the process exited']),
  ]
}

/** Sends every case of the table to a server, then slow requests and floods. */
import { describeFinding, type Outcome } from '../print-result.ts'
import { listAddressCases } from './url-cases.ts'
import { listBodyCases } from './body-cases.ts'
import { exchangeBytes } from './exchange-bytes.ts'
import { listFramingCases } from './framing-cases.ts'
import type { HostileCase } from './malformed-case.ts'
import { checkExchange } from './check-exchange.ts'
import { type Neighbor, openNeighbor } from './regular-client.ts'
import { runFloods } from './run-floods.ts'
import { runSlow } from './run-slow.ts'
import type { Target } from './target.ts'

export interface HostileOptions {
  readonly seed: number
  /** How long each flood lasts. */
  readonly floodMilliseconds: number
  /** Only the cases of the table that have this in their names, and nothing else. */
  readonly only?: string | undefined
  readonly open: (seed: number) => Promise<Target>
}

/** More than it takes to be up, and less than what all the floods would be if they were kept. */
const maxMemoryMb = 800
export async function runMalformedHttp({ seed, floodMilliseconds, only, open }: HostileOptions): Promise<Outcome> {
  await using target = await open(seed)
  using neighbor = openNeighbor(target.url, target.token)
  const findings: string[] = []
  let [total, failed] = [0, 0]
  const note = (given: string, faults: readonly string[]) => {
    total += 1
    if (faults.length > 0) failed += 1
    for (const fault of faults) findings.push(describeFinding('bytes', given, 'an answer as the table has it', fault))
  }
  const summarize = (): Outcome => {
    const figures = { seed, megabytes: target.readMaxMemoryMb() ?? null }
    return { check: 'hostile', passed: total - failed, total, findings, figures }
  }
  const table = listCases(target.token).filter(({ given }) => given.includes(only ?? ''))
  for (const each of table) note(each.given, await play(each, target, neighbor))
  if (only !== undefined) return summarize()
  for (const { given, faults } of await runSlow(seed)) note(given, faults)
  const floods = await runFloods(target.url, target.token, neighbor, floodMilliseconds)
  for (const { given, faults } of floods) note(given, faults)
  const megabytes = target.readMaxMemoryMb()
  if (megabytes !== undefined) note('all of it', megabytes > maxMemoryMb ? [`${megabytes} MB of memory`] : [])
  note('all of it', target.complaints() === '' ? [] : [`complaints: ${target.complaints().slice(0, 300)}`])
  return summarize()
}

function listCases(token: string): readonly HostileCase[] {
  return [...listFramingCases(token), ...listAddressCases(token), ...listBodyCases(token)]
}

async function play(each: HostileCase, target: Target, neighbor: Neighbor): Promise<string[]> {
  const isRefused = each.want.every((status) => status >= 400)
  const before = isRefused ? await neighbor.count() : ''
  const port = Number(new URL(target.url).port)
  const [exchanged, meanwhile] = await Promise.all([
    exchangeBytes(port, each.send, { answers: each.want.length, isClosed: each.closes ?? false }),
    neighbor.look(),
  ])
  const after = isRefused ? await neighbor.count() : ''
  return [
    ...checkExchange(each, exchanged),
    ...(meanwhile === undefined ? [] : [meanwhile]),
    ...(before === after ? [] : [`what was refused has changed something: ${before}, then ${after}`]),
    ...(target.isAlive() ? [] : ['the process has ended']),
  ]
}

/** What a token of its own sees of the limits while Valkey loses what it has counted: 503 while it is away, then a count from the beginning. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, openConnections, read } from '../open-connections.ts'
import type { Replicas } from './start-replicas.ts'

const hourly = 5000
const usedBefore = 3
const patience = 10_000

/** @param lose is given whether a replica refuses as it should, for as long as Valkey is away @returns what was wrong */
export async function watchLimits(
  { servers, tokens }: Pick<Replicas, 'servers' | 'tokens'>,
  lose: (isRefused: () => Promise<boolean>) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const own = await makeAccount(servers[0]?.url ?? '', tokens.full)
  const all = servers.map(({ url }) => openConnections(url, own, 1))
  const [one] = all
  if (!one) throw new Error('There must be one replica at least.')
  const ask = (of = one) => of.ask({ method: 'GET', path: '/v2/account' })
  try {
    for (let n = 0; n < usedBefore; n += 1) await askUntil(ask, ({ status }) => status === 200)
    const isRefusal = ({ status, headers }: Answer) => status === 503 && headers['retry-after'] !== undefined
    const findings = await lose(async () => (await askUntil(ask, isRefusal)) !== undefined)
    // One after the other: each replica counts on from what those before it have counted.
    for (const [n, each] of all.entries()) {
      const answer = await askUntil(
        () => ask(each),
        ({ status }) => status === 200,
      )
      const left = Number(answer?.headers['ratelimit-remaining'])
      if (left !== hourly - 1 - n)
        return [...findings, `replica ${n + 1} has ${left} requests left, and not ${hourly - 1 - n}, after Valkey was emptied`]
    }
    return findings
  } finally {
    for (const each of all) each.close()
  }
}

async function makeAccount(url: string, token: string): Promise<string> {
  using connections = openConnections(url, token, 1)
  return read<{ tokens: { full: string } }>(await connections.ask({ method: 'POST', path: '/_sandbox/accounts', body: {} })).tokens.full
}

/** @returns the first answer that is so; undefined where there is none for long */
async function askUntil(ask: () => Promise<Answer>, isSo: (answer: Answer) => boolean): Promise<Answer | undefined> {
  const until = performance.now() + patience
  while (performance.now() < until) {
    const answer = await ask().catch(() => undefined)
    if (answer && isSo(answer)) return answer
    await sleep(20)
  }
  return undefined
}

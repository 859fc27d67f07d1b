/** Runs the rounds of each race over real connections. */
import { createHttpClient, type SendRequest } from '../http-client.ts'
import { formatFinding, type VerificationResult } from '../print-result.ts'
import { startService } from '../replicas/start-service.ts'
import type { Credentials } from '@spindrift/testing/start-sandbox-process'
import { refreshRevokeRace } from './oauth-races.ts'
import { callerCount, type RaceRound, type Race } from './race.ts'
import { resourceRaces } from './resource-races.ts'

export const allRaces: readonly Race[] = [refreshRevokeRace, ...resourceRaces]

export interface RacesOptions {
  /** Only races with this text in their names. */
  readonly only?: string
  /** Number of sandboxes over one Postgres that share the requests; 0 for a single one. */
  readonly replicas?: number
  readonly rounds: number
  readonly seed: number
  /** Wraps every request, for tests with faulty responses. */
  readonly wrap?: (send: SendRequest) => SendRequest
}

export async function runRaces({
  only = '',
  rounds,
  seed,
  replicas = 0,
  wrap = (send) => send,
}: RacesOptions): Promise<VerificationResult> {
  const races = allRaces.filter(({ name }) => name.includes(only))
  const findings: string[] = []
  const figures: Record<string, number> = {}
  let passed = 0
  await using server = await startService(replicas, ['--rate-limits', 'off', '--seed', String(seed)])
  using client = createHttpClient(server.url, server.tokens.full, callerCount)
  for (const race of races) {
    const passedRounds = await runRace(race, { send: wrap(client.send), server, rounds, findings })
    figures[race.name] = passedRounds
    passed += passedRounds
  }
  if (server.errorOutput() !== '') findings.push(`the server printed errors: ${server.errorOutput().slice(0, 300)}`)
  return {
    check: 'races',
    passed,
    total: races.length * rounds,
    findings,
    figures: { callers: callerCount, rounds, ...(replicas > 0 && { replicas }), seed, races: figures },
  }
}

interface RaceContext {
  readonly send: SendRequest
  readonly server: Credentials
  readonly rounds: number
  readonly findings: string[]
}

/** @returns the number of passed rounds */
async function runRace(race: Race, { send, server, rounds, findings }: RaceContext): Promise<number> {
  const createRound = await race.prepare(send, server)
  let passed = 0
  for (let round = 1; round <= rounds; round += 1) {
    const faults = await runRound(await createRound(round), send)
    if (faults.length === 0) passed += 1
    for (const fault of faults) findings.push(`${race.name}, round ${round}: ${fault}`)
    // A faulty state fails every later round.
    if (faults.length > 0) return passed
  }
  return passed
}

async function runRound({ calls, allowedWinners, isWin, isLoss, verify }: RaceRound, send: SendRequest): Promise<readonly string[]> {
  const settled = await Promise.all(calls.map(async (call) => ({ call, response: await send(call) })))
  const won = settled.filter(({ response }) => isWin(response))
  const unexpected = settled.find(({ response }) => !isWin(response) && !isLoss(response))
  const [{ method, path } = { method: '', path: '' }] = calls
  const faults = [
    ...(allowedWinners.includes(won.length)
      ? []
      : [formatFinding(`${method} ${path}`, `${calls.length} callers`, allowedWinners, won.length)]),
    ...(unexpected ? [formatFinding(`${method} ${path}`, unexpected.call, 'a win or the refusal', unexpected.response)] : []),
  ]
  return faults.length > 0 ? faults : verify({ winners: won })
}

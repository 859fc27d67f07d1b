/** Runs races over real connections, round after round, and tells what was not as it must be. */
import { openConnections, type Ask } from '../http-client.ts'
import { describeFinding, type Outcome } from '../print-result.ts'
import type { ReplicaFlags } from '../replicas/replica-options.ts'
import { openService } from '../replicas/start-service.ts'
import type { Credentials } from '@spindrift/testing/start-sandbox-process'
import { callers, type Contest, type Race } from './race.ts'

export interface RacesOptions extends Partial<ReplicaFlags> {
  readonly races: readonly Race[]
  readonly rounds: number
  readonly seed: number
  /** Puts itself before every request; for the tests of this proof, which break answers with it. */
  readonly through?: (ask: Ask) => Ask
}

export async function runRaces({ races, rounds, seed, replicas = 0, program, through = (ask) => ask }: RacesOptions): Promise<Outcome> {
  const findings: string[] = []
  const figures: Record<string, number> = {}
  let passed = 0
  for (const limits of ['off', 'on'] as const) {
    const chosen = races.filter(({ limited = false }) => limited === (limits === 'on'))
    if (chosen.length === 0) continue
    await using server = await openService({ replicas, program }, ['--rate-limits', limits, '--seed', String(seed)])
    using connections = openConnections(server.url, server.tokens.full, callers)
    for (const race of chosen) {
      const held = await runRace(race, { ask: through(connections.ask), server, rounds, findings })
      figures[race.name] = held
      passed += held
    }
    if (server.complaints() !== '') findings.push(`the server complained: ${server.complaints().slice(0, 300)}`)
  }
  return {
    check: 'races',
    passed,
    total: races.length * rounds,
    findings,
    figures: { callers, rounds, ...(replicas > 0 && { replicas }), seed, races: figures },
  }
}

interface Setting {
  readonly ask: Ask
  readonly server: Credentials
  readonly rounds: number
  readonly findings: string[]
}

/** How many rounds held. */
async function runRace(race: Race, { ask, server, rounds, findings }: Setting): Promise<number> {
  const begin = await race.begin(ask, server)
  let held = 0
  for (let round = 1; round <= rounds; round += 1) {
    const faults = await runRound(await begin(round), ask)
    if (faults.length === 0) held += 1
    for (const fault of faults) findings.push(`${race.name}, round ${round}: ${fault}`)
    // A state that went wrong once makes every later round wrong too.
    if (faults.length > 0) return held
  }
  return held
}

async function runRound({ calls, winners, wins, loses, after }: Contest, ask: Ask): Promise<readonly string[]> {
  const settled = await Promise.all(calls.map(async (call) => ({ call, answer: await ask(call) })))
  const won = settled.filter(({ answer }) => wins(answer))
  const strange = settled.find(({ answer }) => !wins(answer) && !loses(answer))
  const [{ method, path } = { method: '', path: '' }] = calls
  const faults = [
    ...(winners.includes(won.length) ? [] : [describeFinding(`${method} ${path}`, `${calls.length} callers`, winners, won.length)]),
    ...(strange ? [describeFinding(`${method} ${path}`, strange.call, 'a win or the refusal', strange.answer)] : []),
  ]
  return faults.length > 0 ? faults : after({ won })
}

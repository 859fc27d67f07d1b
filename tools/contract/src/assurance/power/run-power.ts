/** A loss of power while the sandbox writes, again and again, with either durability. */
import { mkdirSync, realpathSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../create-random.ts'
import type { Outcome } from '../print-check.ts'
import { buildRecorder, findObstacle } from './build-recorder.ts'
import { type RoundsOutcome, runRounds } from './run-rounds.ts'

export interface PowerOptions {
  /** With each durability. */
  readonly rounds: number
  readonly seed: number
  /** Both, if left out. */
  readonly durability?: Durability | undefined
  readonly program?: string | undefined
  /** For the test of this proof: the disk says it has what it has not. */
  readonly liesAboutSyncs?: boolean | undefined
}

export type Durability = 'full' | 'normal'

export async function runPower({ rounds, seed, durability, ...rest }: PowerOptions): Promise<Outcome> {
  const durabilities: readonly Durability[] = durability === undefined ? ['full', 'normal'] : [durability]
  const total = rounds * durabilities.length
  const obstacle = findObstacle()
  if (obstacle !== undefined)
    return { check: 'power', passed: 0, total, findings: [`Nothing was proved: ${obstacle}.`], figures: { rounds: 0 } }
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'spindrift-power-'))
  const folder = realpathSync(temporary.path)
  const outcomes: (readonly [Durability, RoundsOutcome])[] = []
  const recorder = buildRecorder(folder)
  for (const each of durabilities) {
    const own = join(folder, each)
    mkdirSync(own)
    outcomes.push([each, await runRounds({ folder: own, recorder, durability: each, rounds, random: createRandom(seed), ...rest })])
  }
  return {
    check: 'power',
    passed: outcomes.reduce((sum, [, { held }]) => sum + held, 0),
    total,
    findings: outcomes.flatMap(([, { faults }]) => faults),
    figures: { rounds, ...Object.assign({}, ...outcomes.map(([name, outcome]) => writeFigures(name, outcome))), seed },
  }
}

function writeFigures(name: Durability, { held, acknowledged, lostAndTold, oldestLostMilliseconds }: RoundsOutcome) {
  return {
    [`${name}_held`]: held,
    [`${name}_acknowledged_writes`]: acknowledged,
    ...(name === 'normal' && { normal_lost_and_told: lostAndTold, normal_oldest_lost_ms: Math.round(oldestLostMilliseconds) }),
  }
}

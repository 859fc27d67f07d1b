/** A loss of power while the sandbox writes, again and again, with either durability. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../create-random.ts'
import type { Outcome } from '../print-check.ts'
import { buildRecorder, findObstacle } from './build-recorder.ts'
import { runRounds } from './run-rounds.ts'

export interface PowerOptions {
  /** With each durability. */
  readonly rounds: number
  readonly seed: number
  readonly program?: string | undefined
  /** For the test of this proof: the disk says it has what it has not. */
  readonly liesAboutSyncs?: boolean | undefined
}

export async function runPower({ rounds, seed, program, liesAboutSyncs }: PowerOptions): Promise<Outcome> {
  const total = rounds * 2
  const obstacle = findObstacle()
  if (obstacle !== undefined)
    return { check: 'power', passed: 0, total, findings: [`Nothing was proved: ${obstacle}.`], figures: { rounds: 0 } }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'spindrift-power-')))
  try {
    const recorder = buildRecorder(folder)
    const run = async (durability: 'full' | 'normal') => {
      const own = join(folder, durability)
      mkdirSync(own)
      return runRounds({ folder: own, recorder, durability, rounds, random: createRandom(seed), program, liesAboutSyncs })
    }
    const full = await run('full')
    const normal = await run('normal')
    return {
      check: 'power',
      passed: full.held + normal.held,
      total,
      findings: [...full.faults, ...normal.faults],
      figures: {
        full: `${full.held}/${rounds}`,
        full_acknowledged_writes: full.acknowledged,
        full_lost: full.faults.length,
        normal: `${normal.held}/${rounds}`,
        normal_acknowledged_writes: normal.acknowledged,
        normal_lost_and_told: normal.lostAndTold,
        normal_oldest_lost_ms: Math.round(normal.oldestLostMilliseconds),
        seed,
      },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

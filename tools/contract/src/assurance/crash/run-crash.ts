/** Runs the crash checks of the state file: kill -9 and a full disk. */
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../create-random.ts'
import type { SendRequest } from '../http-client.ts'
import type { VerificationResult } from '../print-result.ts'
import { canFillDisk, checkFullDisk } from './check-full-disk.ts'
import { runRounds } from './run-rounds.ts'

export interface CrashOptions {
  readonly rounds: number
  readonly writes: number
  readonly seed: number
  /** Wraps every write, for tests with faulty responses. */
  readonly wrap?: (send: SendRequest) => SendRequest
}

export async function runCrash({ rounds, writes, seed, wrap }: CrashOptions): Promise<VerificationResult> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'spindrift-crash-'))
  const disk = canFillDisk() ? await checkFullDisk(folder.path) : undefined
  const load = await runRounds({
    file: join(folder.path, 'state.db'),
    rounds,
    writes,
    random: createRandom(seed),
    ...(wrap && { wrap }),
  })
  return {
    check: 'crash',
    passed: load.passed + (disk?.passed ?? 0),
    total: rounds + (disk?.total ?? 0),
    findings: [...(disk?.findings ?? []), ...load.faults],
    figures: {
      rounds,
      rounds_held: load.passed,
      acknowledged_writes: load.acknowledged,
      interrupted_writes: load.interrupted,
      full_disk: disk ? `${disk.passed}/${disk.total}` : 'skipped: prlimit is not installed',
      seed,
    },
  }
}

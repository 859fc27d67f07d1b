/** Resident memory after the start. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { createRow } from './row.ts'
import { runChild } from './run-child.ts'
import {
  createStateFolder,
  mockProgram,
  requireBuilt,
  sandboxProgram,
  type Served,
  serveBare,
  servePrism,
  serveSandbox,
} from './serve-child.ts'

export const sandboxMemory: Bench = {
  name: 'sandbox-memory',
  about: 'resident memory after the start: the sandbox, Prism and node:http',
  runs: 1,
  async measure() {
    requireBuilt(sandboxProgram, mockProgram)
    using state = createStateFolder()
    await using sandbox = await serveSandbox(state.file('state.db'))
    await using bare = await serveBare('{}')
    await using prism = await servePrism()
    await sleep(2000)
    const rest = { sandbox: await loadResident(sandbox), bare: await loadResident(bare), prism: await loadResident(prism) }
    const common = { unit: 'MB', against: rest.prism } as const
    return [
      createRow({ ...common, subject: 'Prism, at rest', value: rest.prism }),
      createRow({ ...common, subject: 'node:http, at rest', value: rest.bare }),
      createRow({ ...common, subject: 'sandbox, at rest', value: rest.sandbox, atMost: 120 }),
    ]
  },
}

/** Resident memory in MB. */
async function loadResident({ pid }: Served): Promise<number> {
  const { stdout } = await runChild('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}

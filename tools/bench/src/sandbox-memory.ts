/** Resident memory after the start of the sandbox, Prism and a bare server. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { createRow } from './row.ts'
import { runChild } from './run-child.ts'
import {
  createStateFolder,
  mockProgram,
  requireBuiltPrograms,
  sandboxProgram,
  type ServerProcess,
  serveBare,
  servePrism,
  serveSandbox,
} from './serve-child.ts'

export const sandboxMemory: Bench = {
  name: 'sandbox-memory',
  about: 'resident memory after the start: the sandbox, Prism and node:http',
  runs: 1,
  async measure() {
    requireBuiltPrograms(sandboxProgram, mockProgram)
    using state = createStateFolder()
    await using sandbox = await serveSandbox(state.file('state.db'))
    await using bare = await serveBare('{}')
    await using prism = await servePrism()
    await sleep(2000)
    const idle = {
      sandbox: await measureResidentMemory(sandbox),
      bare: await measureResidentMemory(bare),
      prism: await measureResidentMemory(prism),
    }
    const common = { unit: 'MB', against: idle.prism } as const
    return [
      createRow({ ...common, subject: 'Prism, idle', value: idle.prism }),
      createRow({ ...common, subject: 'node:http, idle', value: idle.bare }),
      createRow({ ...common, subject: 'sandbox, idle', value: idle.sandbox, atMost: 120 }),
    ]
  },
}

/** @returns resident memory in MB */
async function measureResidentMemory({ pid }: ServerProcess): Promise<number> {
  const { stdout } = await runChild('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}

/** Resident memory at rest and after a million requests at full speed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { readResident } from './replica-layout.ts'
import { makeRow } from './row.ts'
import { runLoad } from './run-load.ts'
import { planLoad, prepareAsks } from './sandbox-asks.ts'
import { makeStateFolder, mockProgram, requireBuilt, sandboxProgram, serveBare, servePrism, serveSandbox } from './serve-child.ts'

const requests = 1_000_000
const longest = 300

export const sandboxMemory: Bench = {
  name: 'sandbox-memory',
  about: 'resident memory at rest and after a million requests',
  runs: 1,
  async measure({ progress }) {
    requireBuilt(sandboxProgram, mockProgram)
    using state = makeStateFolder()
    await using sandbox = await serveSandbox(state.file('state.db'))
    await using bare = await serveBare('{}')
    await using prism = await servePrism()
    await sleep(2000)
    const rest = { sandbox: await readResident(sandbox), bare: await readResident(bare), prism: await readResident(prism) }
    const asks = await prepareAsks(sandbox)
    progress(`${requests} requests`)
    const plan = { ...planLoad(sandbox, asks['GET one'], longest), requests }
    const { answers } = await runLoad(plan)
    const busy = await readResident(sandbox)
    const common = { unit: 'MB', against: rest.prism } as const
    return [
      makeRow({ ...common, subject: 'Prism, at rest', value: rest.prism }),
      makeRow({ ...common, subject: 'node:http, at rest', value: rest.bare }),
      makeRow({ ...common, subject: 'sandbox, at rest', value: rest.sandbox, atMost: 120 }),
      makeRow({ ...common, subject: `sandbox, after ${answers.toLocaleString('en')} requests`, value: busy, atMost: 300 }),
    ]
  },
}

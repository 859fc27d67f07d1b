/** Time from process start to the first 200: the sandbox with a new state file, compared with Prism and a bare server. */
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { measureStart, mockStarts } from '../../../packages/mock/bench/measure-start.ts'
import { findFreePort } from '@spindrift/testing/find-free-port'
import type { Bench } from './bench.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { createRow } from './row.ts'
import { createStateFolder, mockProgram, requireBuiltPrograms, sandboxArguments, sandboxProgram, serveSandbox } from './serve-child.ts'

export const sandboxStart: Bench = {
  name: 'sandbox-start',
  about: 'start to the first 200, with and without a compile cache: the sandbox compared with Prism',
  runs: 15,
  async measure({ runs, progress }) {
    requireBuiltPrograms(sandboxProgram, mockProgram)
    using state = createStateFolder()
    const token = await readToken(state.file('first.db'))
    const ports = { bare: await findFreePort(), sandbox: await findFreePort(), prism: await findFreePort() }
    const cache = state.file('compile-cache')
    let files = 0
    const startSandbox =
      (isCold: boolean, world = 'empty') =>
      () => {
        if (isCold) rmSync(cache, { recursive: true, force: true })
        return measureStart({
          args: [...sandboxArguments(ports.sandbox, state.file(`state-${(files += 1)}.db`)), '--world', world],
          url: `http://127.0.0.1:${ports.sandbox}/v2/account`,
          headers: { authorization: `Bearer ${token}` },
          env: { NODE_COMPILE_CACHE: cache },
        })
      }
    const bareArguments = [fileURLToPath(new URL('bare-server.ts', import.meta.url)), '', '200', String(ports.bare)]
    const samples = await measure(
      {
        bare: () => measureStart({ args: bareArguments, url: `http://127.0.0.1:${ports.bare}/` }),
        // The cold start before has filled the cache.
        cold: startSandbox(true),
        warm: startSandbox(false),
        tidewater: startSandbox(false, 'tidewater'),
        prism: () => measureStart(mockStarts(ports.prism).prism),
      },
      { runs, progress },
    )
    const { bare, cold, warm, tidewater, prism } = {
      bare: median(samples.bare),
      cold: median(samples.cold),
      warm: median(samples.warm),
      tidewater: median(samples.tidewater),
      prism: median(samples.prism),
    }
    const common = { unit: 'ms', against: prism } as const
    return [
      createRow({ ...common, subject: 'prism mock', value: prism }),
      createRow({ ...common, subject: 'node:http', value: bare }),
      createRow({ ...common, subject: 'sandbox, with compile cache', value: warm, atMost: 200, atMostTimes: 0.083 }),
      createRow({ ...common, subject: 'sandbox, without compile cache', value: cold }),
      createRow({ unit: 'ms', against: warm, subject: 'sandbox with tidewater, with compile cache', value: tidewater, atMostTimes: 1.2 }),
    ]
  },
}

async function readToken(file: string): Promise<string> {
  await using sandbox = await serveSandbox(file)
  return sandbox.token
}

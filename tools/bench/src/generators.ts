/** Everything that is made from the bundles, beside openapi-typescript alone on the largest of them. */
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'
import type { ChildReport } from './generators-child.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { createRow } from './row.ts'
import { runChild } from './run-child.ts'

interface Sample extends ChildReport {
  /** From the start of the process to its end. */
  readonly wallMs: number
  readonly peakMb: number
}

export const generators: Bench = {
  name: 'generators',
  about: 'everything from the bundles beside openapi-typescript alone, each generator, JSON.parse as the limit',
  runs: 9,
  async measure({ runs, progress }) {
    const samples = await measure(
      { everything: () => runMode('everything'), peer: () => runMode('openapi-typescript'), parse: () => runMode('parse') },
      { runs, progress },
    )
    const of = (list: readonly Sample[], read: (sample: Sample) => number) => median(list.map(read))
    const { everything, peer, parse } = samples
    const digests = new Set(everything.map(({ digest }) => digest))
    if (digests.size > 1)
      throw new Error(`${runs} runs gave ${digests.size} different outputs. A generator depends on something besides the bundles.`)
    const against = of(peer, ({ wallMs }) => wallMs)
    const inProcess = of(peer, ({ ms }) => ms)
    const stages = Object.keys(everything[0]?.stages ?? {})
    return [
      createRow({ subject: 'openapi-typescript alone, control API', value: against, unit: 'ms', against }),
      createRow({ subject: 'everything, all APIs', value: of(everything, ({ wallMs }) => wallMs), unit: 'ms', against, atMostTimes: 2 }),
      createRow({ subject: 'limit: JSON.parse, all APIs', value: of(parse, ({ wallMs }) => wallMs), unit: 'ms', against }),
      createRow({ subject: 'openapi-typescript alone, in process', value: inProcess, unit: 'ms', against: inProcess }),
      createRow({
        subject: 'own emitters and model, in process',
        value: of(everything, ({ ms, peerMs = 0 }) => ms - peerMs),
        unit: 'ms',
        against: inProcess,
        atMostTimes: 0.6,
      }),
      ...stages.map((stage) =>
        createRow({
          subject: `${stage}, in process`,
          value: of(everything, ({ stages: all }) => all?.[stage] ?? 0),
          unit: 'ms',
          against: inProcess,
        }),
      ),
      createRow({ subject: 'memory, openapi-typescript alone', value: of(peer, ({ peakMb }) => peakMb), unit: 'MB' }),
      createRow({ subject: 'memory, everything', value: of(everything, ({ peakMb }) => peakMb), unit: 'MB', atMost: 1000 }),
    ]
  },
}

async function runMode(mode: string): Promise<Sample> {
  const run = await runChild(process.execPath, [fileURLToPath(new URL('generators-child.ts', import.meta.url)), mode], { memory: true })
  return { ...(JSON.parse(run.stdout) as ChildReport), wallMs: run.ms, peakMb: run.peakMb ?? Number.NaN }
}

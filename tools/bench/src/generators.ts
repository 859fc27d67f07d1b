/** Time of all generators, compared with openapi-typescript alone on the largest bundle. */
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'
import type { ChildReport } from './generators-child.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { createRow } from './row.ts'
import { runChild } from './run-child.ts'

interface Sample extends ChildReport {
  /** Time from start to end of the process. */
  readonly wallMs: number
}

export const generators: Bench = {
  name: 'generators',
  about: 'all generators compared with openapi-typescript alone, each generator, and JSON.parse as the lower limit',
  runs: 9,
  async measure({ runs, progress }) {
    const samples = await measure(
      { everything: () => runMode('everything'), peer: () => runMode('openapi-typescript'), parse: () => runMode('parse') },
      { runs, progress },
    )
    const medianOf = (list: readonly Sample[], read: (sample: Sample) => number) => median(list.map(read))
    const { everything, peer, parse } = samples
    const hashes = new Set(everything.map(({ hash }) => hash))
    if (hashes.size > 1)
      throw new Error(`${runs} runs gave ${hashes.size} different outputs. A generator depends on more than the bundles.`)
    const against = medianOf(peer, ({ wallMs }) => wallMs)
    const inProcess = medianOf(peer, ({ ms }) => ms)
    const stages = Object.keys(everything[0]?.stages ?? {})
    return [
      createRow({ subject: 'openapi-typescript alone, control API', value: against, unit: 'ms', against }),
      createRow({
        subject: 'everything, all APIs',
        value: medianOf(everything, ({ wallMs }) => wallMs),
        unit: 'ms',
        against,
        atMostTimes: 2,
      }),
      createRow({ subject: 'limit: JSON.parse, all APIs', value: medianOf(parse, ({ wallMs }) => wallMs), unit: 'ms', against }),
      createRow({ subject: 'openapi-typescript alone, in process', value: inProcess, unit: 'ms', against: inProcess }),
      createRow({
        subject: 'own emitters and model, in process',
        value: medianOf(everything, ({ ms, peerMs = 0 }) => ms - peerMs),
        unit: 'ms',
        against: inProcess,
        atMostTimes: 0.6,
      }),
      ...stages.map((stage) =>
        createRow({
          subject: `${stage}, in process`,
          value: medianOf(everything, ({ stages: all }) => all?.[stage] ?? 0),
          unit: 'ms',
          against: inProcess,
        }),
      ),
    ]
  },
}

async function runMode(mode: string): Promise<Sample> {
  const run = await runChild(process.execPath, [fileURLToPath(new URL('generators-child.ts', import.meta.url)), mode])
  return { ...(JSON.parse(run.stdout) as ChildReport), wallMs: run.ms }
}

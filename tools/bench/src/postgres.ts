/** `select 1` over the wire of database clusters, beside PGlite in process. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { createRow } from './row.ts'
import { runChild } from './run-child.ts'

interface Sample {
  /** Milliseconds to the reply of the first query. */
  readonly first: number
  /** Queries a second. */
  readonly rate: number
}

export const postgres: Bench = {
  name: 'postgres',
  about: 'first connection and "select 1" of database clusters, beside PGlite in process',
  runs: 3,
  async measure({ runs, progress }) {
    const hasServer = spawnSync('initdb', ['--version']).status === 0
    const names = ['in-process', 'pglite', ...(hasServer ? ['postgresql'] : [])]
    const samples = await measure(Object.fromEntries(names.map((name) => [name, () => runSubject(name)])), { runs, warmUps: 0, progress })
    const rate = (name: string) => median((samples[name] ?? []).map((sample) => sample.rate))
    const first = (name: string) => median((samples[name] ?? []).map((sample) => sample.first))
    const against = rate('in-process')
    const wire = names.filter((name) => name !== 'in-process')
    return [
      createRow({ subject: 'PGlite in process, select 1', value: against, unit: '/s', against }),
      ...wire.map((name) => createRow({ subject: `${name} behind a cluster, select 1`, value: rate(name), unit: '/s', against })),
      ...wire.map((name) =>
        createRow({ subject: `${name} behind a cluster, first connection`, value: first(name), unit: 'ms', atMost: 3000 }),
      ),
    ]
  },
}

async function runSubject(name: string): Promise<Sample> {
  const { stdout } = await runChild(process.execPath, [fileURLToPath(new URL('postgres-child.ts', import.meta.url)), name])
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Sample
}

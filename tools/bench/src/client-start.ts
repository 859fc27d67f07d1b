/** What a program of ten calls costs before its first: how long Node takes to start with it, and how much a page would load of it. */
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { measureBundle } from './bundle-size.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { type ClientProgram, clientPrograms, clients, createPeerProject } from './peer-project.ts'
import { createRow } from './row.ts'
import { runChild } from './run-child.ts'

const ours = new Set<ClientProgram>(['family', 'family-node'])

export const clientStart: Bench = {
  name: 'client-start',
  about:
    'starting Node with a ten-call program beside an empty one, and its bundle: ours, the official SDK, the community’s client, others',
  runs: 21,
  async measure({ runs, progress }) {
    using project = await createPeerProject()
    const names = ['empty', ...clientPrograms] as const
    const start = async (name: string) => (await runChild(process.execPath, [join(project.folder, 'js', `${name}.js`)])).ms
    // The large ones at the end of a round leave a machine that starts nothing quickly; `settle` is not counted.
    const subjects = { settle: () => start('empty'), ...Object.fromEntries(names.map((name) => [name, () => start(name)])) }
    const samples: Readonly<Record<string, readonly number[]>> = await measure(subjects, { runs, progress })
    const against = median(samples['empty'] ?? [])
    const starts = names.map((name) =>
      createRow({
        subject: name === 'empty' ? 'an empty module, start' : `${clients[name]}, start`,
        value: median(samples[name] ?? []),
        unit: 'ms',
        against,
        ...(name !== 'empty' && ours.has(name) && { atMostTimes: 1.2 }),
      }),
    )
    const bundles = []
    // Where Node's own modules are, nobody counts bytes.
    for (const program of clientPrograms.filter((each) => each !== 'family-node')) {
      progress(`bundle ${program}`)
      const value = (await measureBundle(join(project.folder, `${program}.ts`))) / 1000
      bundles.push(createRow({ subject: `${clients[program]}, bundle`, value, unit: 'kB' }))
    }
    return [...starts, ...bundles]
  },
}

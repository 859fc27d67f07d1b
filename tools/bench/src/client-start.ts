/** Start time of Node with a ten-call program, and the size of its bundle for browsers. */
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
    'start of Node with a ten-call program compared with an empty one, and the bundle size: this client, the official SDK, a community client, others',
  runs: 21,
  async measure({ runs, progress }) {
    using project = await createPeerProject()
    const names = ['empty', ...clientPrograms] as const
    const start = async (name: string) => (await runChild(process.execPath, [join(project.folder, 'js', `${name}.js`)])).ms
    // The large programs at the end of a round slow down the next start, so an uncounted start comes first.
    const subjects = { uncounted: () => start('empty'), ...Object.fromEntries(names.map((name) => [name, () => start(name)])) }
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
    // The Node transport does not run in browsers.
    for (const program of clientPrograms.filter((each) => each !== 'family-node')) {
      progress(`bundle ${program}`)
      const value = (await measureBundle(join(project.folder, `${program}.ts`))) / 1000
      bundles.push(createRow({ subject: `${clients[program]}, bundle`, value, unit: 'kB' }))
    }
    return [...starts, ...bundles]
  },
}

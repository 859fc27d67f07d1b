/** Time from process start to the first 200: the mock's launcher compared with Prism's own command, on the same document. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { measureStart, mockStarts } from '../../../packages/mock/bench/measure-start.ts'
import type { Bench } from './bench.ts'
import { root } from './consumer-project.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { createRow } from './row.ts'

export const mockStart: Bench = {
  name: 'mock-start',
  about: 'cold start to the first 200: spindrift-mock compared with prism mock',
  runs: 7,
  async measure({ runs, progress }) {
    if (!existsSync(join(root, 'packages/mock/dist/main.js'))) throw new Error('packages/mock/dist is missing. Run: pnpm build')
    const starts = mockStarts()
    const samples = await measure(
      { prism: () => measureStart(starts.prism), launcher: () => measureStart(starts.launcher) },
      { runs, progress },
    )
    const against = median(samples.prism)
    return [
      createRow({ subject: 'prism mock', value: against, unit: 'ms', against }),
      createRow({ subject: 'spindrift-mock start', value: median(samples.launcher), unit: 'ms', against, atMostTimes: 1.2 }),
    ]
  },
}

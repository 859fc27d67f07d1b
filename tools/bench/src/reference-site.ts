/** Making the whole reference site, in a process of its own. */
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { makeRow } from './row.ts'
import { runChild } from './run-child.ts'

const program = fileURLToPath(new URL('../../../generators/reference/main.ts', import.meta.url))

export const referenceSite: Bench = {
  name: 'reference-site',
  about: 'making every page of the reference from the bundles',
  runs: 5,
  async measure({ runs, progress }) {
    const samples = await measure({ site: () => runChild(process.execPath, [program]) }, { runs, progress })
    const value = median(samples.site.map(({ ms }) => ms)) / 1000
    return [makeRow({ subject: 'every page', value, unit: 's', atMost: 3 })]
  },
}

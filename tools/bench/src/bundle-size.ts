/** Bundle size of a ten-call program with each API of the client: bundled and minified by esbuild, gzipped. */
import { gzipSync } from 'node:zlib'
import { basename, dirname, join } from 'node:path'
import { build } from 'esbuild'
import type { Bench } from './bench.ts'
import { createConsumerProject, type Program, programs } from './consumer-project.ts'
import { createRow, type Row } from './row.ts'

/**
 * Limits in kB (1000 bytes) of the code that is loaded at the start. It includes retries, rate limits and the table of the family. Pagination and
 * waiting for actions are loaded on first use.
 */
const maxStartKilobytes: Partial<Record<Program, number>> = { family: 5.9, cloud: 18 }

type Platform = 'browser' | 'node'

export const bundleSize: Bench = {
  name: 'bundle-size',
  about: 'a ten-call program bundled, minified and gzipped, by each API of the client',
  // The size does not vary.
  runs: 1,
  async measure({ progress }) {
    using project = await createConsumerProject()
    const rows: Row[] = []
    let min: number | undefined
    for (const program of programs) {
      progress(program)
      const { start, total } = await measureBundleParts(join(project.folder, `${program}.ts`))
      min ??= start
      const limit = maxStartKilobytes[program]
      const figure = { unit: 'kB', against: min / 1000 } as const
      rows.push(createRow({ ...figure, subject: program, value: start / 1000, atMost: limit }))
      if (total > start) rows.push(createRow({ ...figure, subject: `${program}, including code loaded later`, value: total / 1000 }))
    }
    return rows
  },
}

/** @returns gzipped bytes of the code that is loaded at the start */
export async function measureBundle(entry: string, platform: Platform = 'browser'): Promise<number> {
  return (await measureBundleParts(entry, platform)).start
}

/** @returns gzipped bytes of the code that is loaded at the start, and of all code; code loaded on first use is in separate chunks */
async function measureBundleParts(
  entry: string,
  platform: Platform = 'browser',
): Promise<{ readonly start: number; readonly total: number }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform,
    target: 'es2024',
    outdir: 'out',
    absWorkingDir: dirname(entry),
    metafile: true,
    write: false,
  })
  const start = Object.keys(metafile.outputs).find((name) => metafile.outputs[name]?.entryPoint === basename(entry))
  const loaded = new Set(start === undefined ? [] : [start])
  for (const name of loaded) {
    for (const { kind, path } of metafile.outputs[name]?.imports ?? []) if (kind === 'import-statement') loaded.add(path)
  }
  const sumGzipped = (names: Iterable<string>) => {
    const contents = [...names].flatMap((name) => outputFiles.find(({ path }) => path.endsWith(name))?.contents ?? [])
    return gzipSync(Buffer.concat(contents), { level: 9 }).length
  }
  return { start: sumGzipped(loaded), total: sumGzipped(Object.keys(metafile.outputs)) }
}

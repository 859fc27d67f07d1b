/** What a program of ten calls loads, written with each API: bundled and minified by esbuild, gzipped. */
import { gzipSync } from 'node:zlib'
import { basename, dirname, join } from 'node:path'
import { build } from 'esbuild'
import type { Bench } from './bench.ts'
import { createConsumerProject, type Program, programs } from './consumer-project.ts'
import { createRow, type Row } from './row.ts'

/**
 * In kB, that is 1000 bytes, of what is loaded at the start. Retries, limits and the table of the family are in it; what reads lists to their end and
 * what waits for actions is loaded when it is first used.
 */
const atMost: Partial<Record<Program, number>> = { family: 5.9 }

type Platform = 'browser' | 'node'

export const bundleSize: Bench = {
  name: 'bundle-size',
  about: 'a ten-call program bundled, minified and gzipped, by each API of the client',
  // The size is the same every time.
  runs: 1,
  async measure({ progress }) {
    using project = await createConsumerProject()
    const rows: Row[] = []
    let min: number | undefined
    for (const program of programs) {
      progress(program)
      const { start, whole } = await weighBundle(join(project.folder, `${program}.ts`))
      min ??= start
      const limit = atMost[program]
      const figure = { unit: 'kB', against: min / 1000 } as const
      rows.push(createRow({ ...figure, subject: program, value: start / 1000, atMost: limit }))
      if (whole > start) rows.push(createRow({ ...figure, subject: `${program}, with what it loads later`, value: whole / 1000 }))
    }
    return rows
  },
}

/** The bytes that are loaded at the start. */
export async function measureBundle(entry: string, platform: Platform = 'browser'): Promise<number> {
  return (await weighBundle(entry, platform)).start
}

/** The bytes that are loaded at the start, and all there are: what is only loaded when it is first used is in chunks of its own. */
async function weighBundle(entry: string, platform: Platform = 'browser'): Promise<{ readonly start: number; readonly whole: number }> {
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
  const weigh = (names: Iterable<string>) => {
    const contents = [...names].flatMap((name) => outputFiles.find(({ path }) => path.endsWith(name))?.contents ?? [])
    return gzipSync(Buffer.concat(contents), { level: 9 }).length
  }
  return { start: weigh(loaded), whole: weigh(Object.keys(metafile.outputs)) }
}

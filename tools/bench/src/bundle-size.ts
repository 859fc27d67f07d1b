/** What a program of ten calls weighs in a bundle, written five ways: minified by esbuild, gzipped. */
import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Bench } from './bench.ts'
import { makeConsumerProject, type Program, programs } from './consumer-project.ts'
import { makeRow } from './row.ts'

/** In kB, that is 1000 bytes. A family's table and the class of each error are the rest of what `family` has. */
const atMost: Partial<Record<Program, number>> = { paths: 3 }

export const bundleSize: Bench = {
  name: 'bundle-size',
  about: 'a ten-call program bundled, minified and gzipped, written five ways',
  // The size is the same every time.
  runs: 1,
  async measure({ progress }) {
    using project = await makeConsumerProject()
    const sizes = new Map<Program, number>()
    for (const program of programs) {
      progress(program)
      sizes.set(program, await measureBundle(join(project.folder, `${program}.ts`)))
    }
    return programs.map((program) => {
      const limit = atMost[program]
      return makeRow({
        bench: 'bundle-size',
        subject: program,
        value: (sizes.get(program) ?? 0) / 1000,
        unit: 'kB',
        against: (sizes.get('hand-typed') ?? 0) / 1000,
        ...(limit !== undefined && { atMost: limit }),
      })
    })
  },
}

async function measureBundle(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    write: false,
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}

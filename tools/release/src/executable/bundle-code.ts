/** The sandbox's code as one script, with what it reads from disk elsewhere taken from the executable. */
import { join, resolve } from 'node:path'
import { build, type BuildOptions, type Plugin } from 'esbuild'
import { root } from '../pack-packages.ts'

export const source = join(root, 'packages/sandbox')

/** How everything that goes in is written. */
export const common = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: `node${process.versions.node}`,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions

const insteadOfDisk: Plugin = {
  name: 'instead-of-disk',
  setup({ onResolve }) {
    onResolve({ filter: /\/package-files\/on-disk\.ts$/ }, () => ({ path: join(source, 'src/package-files/in-executable.ts') }))
  },
}

/** @returns the files that it is made of */
export async function bundleCode(folder: string): Promise<readonly string[]> {
  const { metafile } = await build({
    ...common,
    entryPoints: [join(source, 'src/main.ts')],
    outfile: join(folder, 'main.js'),
    plugins: [insteadOfDisk],
    banner: { js: '(function (require) {' },
    footer: { js: '})' },
    metafile: true,
  })
  return Object.keys(metafile.inputs).map((path) => resolve(path))
}

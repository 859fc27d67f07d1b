/** Bundles and minifies each script and style sheet, with the licenses of its dependencies. */
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildSync } from 'esbuild'

/** Bundles all files in one run, and returns them by name. @param format `esm` for modules that Node imports */
export function bundleAssets(files: readonly string[], format: 'iife' | 'esm' = 'iife'): Map<string, string> {
  const { outputFiles, metafile } = buildSync({
    entryPoints: [...files],
    outdir: '.',
    bundle: true,
    minify: true,
    write: false,
    format,
    target: 'es2023',
    legalComments: 'none',
    metafile: true,
    logLevel: 'silent',
  })
  return new Map(
    outputFiles.map(({ path, text }) => {
      const name = basename(path)
      const inputs = Object.keys(metafile.outputs[name]?.inputs ?? {})
      const folders = new Set(inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0] ?? []))
      return [name, [...[...folders].map(writeLicense), text].join('')]
    }),
  )
}

function writeLicense(folder: string): string {
  const { name, version, license: id } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, string>>
  const license = readdirSync(folder).find((each) => /^licen[sc]e/i.test(each))
  if (license === undefined) throw new Error(`${name} has no license file.`)
  return `/*! ${name} ${version} (${id})\n${readFileSync(join(folder, license), 'utf8').trim().replaceAll('*/', '* /')}\n*/\n`
}

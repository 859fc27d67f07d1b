/** Makes one small script of a module and what it imports, for pages that load it on first use. The licenses of what is inside go along. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

export function bundleScript(file: string): string {
  const { outputFiles, metafile } = buildSync({
    entryPoints: [file],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2023',
    legalComments: 'none',
    metafile: true,
    logLevel: 'silent',
  })
  const folders = new Set(Object.keys(metafile.inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []))
  return [...[...folders].map(writeLicense), outputFiles[0]?.text ?? ''].join('')
}

function writeLicense(folder: string): string {
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly name: string }
  const license = readdirSync(folder).find((each) => /^licen[sc]e/i.test(each))
  if (license === undefined) throw new Error(`${name} has no license file to pass on.`)
  return `/*! ${name}\n${readFileSync(join(folder, license), 'utf8').trim().replaceAll('*/', '* /')}\n*/\n`
}

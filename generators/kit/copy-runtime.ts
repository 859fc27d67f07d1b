/** Copies hand-written runtime code from `kit/runtime/` next to the generated code, as packages may not import from generators. */
import { readFileSync } from 'node:fs'
import { banner } from './banner.ts'
import type { GeneratedFile } from './generated-file.ts'

export function copyRuntime(
  generator: string,
  path: string,
  name: 'mask-secrets.ts' | 'tool-calls.ts' | 'validator-helpers.js',
): GeneratedFile {
  const source = new URL(`runtime/${name}`, import.meta.url)
  return { path, text: `${banner(generator, `generators/kit/runtime/${name}`)}${readFileSync(source, 'utf8')}` }
}

/** Redocly plugin with the conventions preprocessor and one rule per file for the guarantees of spec/README.md. Redocly requires the default export. */
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { conventions } from './preprocessor.ts'
import type { Rule } from './redocly.ts'
import { extendTypes } from './types.ts'

const names = globSync('*.ts', { cwd: join(import.meta.dirname, 'rules') }).map((file) => basename(file, '.ts'))

/** Rules by name: that of the file, which exports only the rule. */
export const rules: Readonly<Record<string, Rule>> = Object.fromEntries(
  await Promise.all(
    names.toSorted().map(async (name) => [name, ...Object.values((await import(`./rules/${name}.ts`)) as Readonly<Record<string, Rule>>)]),
  ),
)

export default function spindrift() {
  return { id: 'spindrift', typeExtension: { oas3: extendTypes }, preprocessors: { oas3: { conventions } }, rules: { oas3: rules } }
}

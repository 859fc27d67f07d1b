#!/usr/bin/env node
/** `pnpm spec`: checks, bundles and shows the specification. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { buildEditorSchema } from '../../../spec/lint/editor-schema.ts'
import { apis, listDocuments, pathOf, readDocuments, specFolder, type Api, type DocumentName } from './documents.ts'
import { addDiff } from './diff/add-diff.ts'
import { lintApis } from './lint.ts'
import { configFile, runRedocly, type OutputMode } from './redocly.ts'
import { showOperation } from './show-operation.ts'
import { indexSources } from './sources.ts'

const program = new Command('spec').description('Checks, bundles and shows the hand-written specification in spec/.')

program
  .command('lint')
  .description('lint the named documents of the control API (without .yaml), or all APIs if none is named')
  .argument('[documents...]', 'for example: volumes volume-actions')
  .addOption(new Option('--api <api>', 'only this API, or the API of the named documents').choices(apis))
  .action(async (names: string[], options: { api?: Api }) => {
    if (names.length > 0) {
      const api = options.api ?? 'control'
      process.exitCode = await runRedocly(['lint', ...chooseDocuments(api, names).map(pathOf)])
      return
    }
    process.exitCode = await (options.api ? lintApis([options.api]) : lintApis(apis, true))
  })

program
  .command('bundle')
  .description('write spec/dist: one self-contained JSON document per API, sources.json, and a JSON Schema for editors')
  .action(async () => {
    process.exitCode = await bundleAll()
  })

// The output of `diff --json` is for programs, so bundling must not print.
addDiff(program, async () => bundleAll('when it fails'))

program
  .command('show')
  .description('print one operation with the defaults of spec/conventions.yaml; needs no build')
  .argument('<operation>', "an operationId, or a method and a path: volumes_create, 'POST /v2/volumes'")
  .option('--follow', 'replace references with their targets, one level deep')
  .addHelpText('after', '\nReferences are printed as in the document. The first line names the document to edit.')
  .action((operation: string, options: { follow?: boolean }) => {
    const documents = (['shared', ...apis] as const).flatMap(readDocuments)
    process.stdout.write(showOperation(documents, operation, options.follow))
  })

/** Returns the documents with the given names. */
function chooseDocuments(api: Api, names: readonly string[]): DocumentName[] {
  const documents = listDocuments(api)
  const missing = names.find((name) => documents.every(({ file }) => file !== `${name}.yaml`))
  if (missing !== undefined) throw new Error(`No document spec/${api}/${missing}.yaml. Use names without .yaml, and --api for another API.`)
  return documents.filter(({ file }) => names.includes(file.replace(/\.yaml$/, '')))
}

async function bundleAll(output?: OutputMode): Promise<number> {
  const bundling = runRedocly(['bundle', ...apis, '--component-renaming-conflicts-severity=error'], configFile, output)
  const shared = readDocuments('shared')
  const sources = Object.fromEntries(apis.map((api) => [api, indexSources([...shared, ...readDocuments(api)])]))
  const status = await bundling
  if (status !== 0) return status
  writeFileSync(join(specFolder, 'dist', 'sources.json'), JSON.stringify(sources))
  writeFileSync(join(specFolder, 'dist', 'openapi.schema.json'), JSON.stringify(buildEditorSchema()))
  return 0
}

try {
  await program.parseAsync()
} catch (error) {
  console.error(`spec: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

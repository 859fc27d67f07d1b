#!/usr/bin/env node
/** `pnpm spec`: checks, bundles and shows the specification. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Command, Option } from 'commander'
import { apis, readDocuments, specFolder, type Api, type SpecDocument } from './documents.ts'
import { compareClients } from './clients/compare-clients.ts'
import { printClients } from './clients/print-clients.ts'
import { readOutlines } from './clients/read-outlines.ts'
import { withEntries, type Chosen } from './entry.ts'
import { addDiff } from './diff/add-diff.ts'
import { compareFacts } from './facts/compare-facts.ts'
import { type Bundle, indexOperations } from './facts/declared.ts'
import { readLeftOut } from './facts/left-out.ts'
import { printComparison } from './facts/print-comparison.ts'
import { readFacts } from './facts/read-facts.ts'
import { lintApi, lintControls } from './lint.ts'
import { readTexts } from './read-texts.ts'
import { configFile, runRedocly, type Shown } from './redocly.ts'
import { findSharedRuns } from './shared-words.ts'
import { showOperation } from './show-operation.ts'
import { indexSources } from './sources.ts'

const program = new Command('spec').description('Checks, bundles and shows the hand-written specification in spec/.')

program
  .command('lint')
  .description('check some documents of the control API (by name, without .yaml), or all APIs when none is named')
  .argument('[documents...]', 'for example: volumes volume-actions')
  .addOption(new Option('--api <api>', 'only this API, or the API that the named documents are in').choices(apis))
  .action(async (names: string[], options: { api?: Api }) => {
    if (names.length > 0) {
      const api = options.api ?? 'control'
      process.exitCode = await withEntries([{ api, documents: chooseDocuments(api, names) }], (entries) => runRedocly(['lint', ...entries]))
      return
    }
    for (const api of options.api ? [options.api] : apis) process.exitCode = Math.max(Number(process.exitCode ?? 0), await lintApi(api))
    if (!options.api) process.exitCode = Math.max(Number(process.exitCode ?? 0), await lintControls())
  })

program
  .command('bundle')
  .description('write spec/dist: one self-contained JSON document per API, and sources.json')
  .action(async () => {
    process.exitCode = await bundleAll()
  })

// What it says is for programs too.
addDiff(program, async () => bundleAll('when it fails'))

program
  .command('show')
  .description('print one operation whole: what its document says, and what spec/conventions.yaml adds. Nothing need be built')
  .argument('<operation>', "an operationId, or a method and a path: volumes_create, 'POST /v2/volumes'")
  .option('--follow', 'put what each reference leads to in its place, one level deep')
  .addHelpText(
    'after',
    '\nReferences are printed as a document writes them. The first line names the document in which to change the operation.',
  )
  .action((operation: string, options: { follow?: boolean }) => {
    const documents = (['shared', ...apis] as const).flatMap(readDocuments)
    process.stdout.write(showOperation(documents, operation, options.follow))
  })

program
  .command('words')
  .description('find descriptions that share a run of words with other texts; sentences of the specification are written here')
  .argument('<files...>', 'text files to compare with, such as public documentation')
  .option('--length <n>', 'how many words in a row are too many', '8')
  .action((files: string[], options: { length: string }) => {
    const texts = ([...apis, 'shared'] as const).flatMap(readTexts)
    const runs = findSharedRuns(
      texts,
      files.map((file) => readFileSync(file, 'utf8')),
      Number(options.length),
    )
    for (const { place, words } of runs) console.error(`${place}: "${words}"`)
    console.log(JSON.stringify({ check: 'words', passed: texts.length - runs.length, total: texts.length }))
    if (runs.length > 0) process.exitCode = 1
  })

program
  .command('facts')
  .description('count the operations, statuses, parameters and properties of a folder of facts that the bundles declare')
  .argument('<folder>', 'the facts: <family>.txt, _shared.txt, _operations.tsv')
  .option('--family <names...>', 'only these families, as their files are named')
  .option('--missing', 'print every missing one instead of a table')
  .action((folder: string, options: { family?: string[]; missing?: boolean }) => {
    const leftOut = readLeftOut(readFileSync(join(specFolder, 'README.md'), 'utf8'))
    const { families, idle } = compareFacts(readFacts(folder), indexOperations(readBundles()), leftOut)
    const chosen = families.filter(({ family }) => options.family?.includes(family) ?? true)
    if (!printComparison({ families: chosen, idle }, options.missing ?? false)) process.exitCode = 1
  })

program
  .command('clients')
  .description('find what outlines of clients call, send and read that the bundles do not declare; exits with 1 when there is anything')
  .argument('<folder>', 'where the outlines are: Markdown with tables of operations')
  .action((folder: string) => {
    const declared = indexOperations(readBundles())
    const compared = readOutlines(folder).map((outline) => compareClients(outline, declared))
    const operations = compared.reduce((sum, each) => sum + each.operations, 0)
    if (!printClients({ operations, lacks: compared.flatMap(({ lacks }) => lacks) })) process.exitCode = 1
  })

function readBundles(): Bundle[] {
  return apis.map((api) => JSON.parse(readFileSync(join(specFolder, 'dist', `${api}.json`), 'utf8')) as Bundle)
}

/** The documents of those names. */
function chooseDocuments(api: Api, names: readonly string[]): SpecDocument[] {
  const documents = readDocuments(api)
  const missing = names.find((name) => documents.every(({ file }) => file !== `${name}.yaml`))
  if (missing !== undefined)
    throw new Error(`No document spec/${api}/${missing}.yaml. Name documents without .yaml; --api says where they are.`)
  return documents.filter(({ file }) => names.includes(file.replace(/\.yaml$/, '')))
}

async function bundleAll(shown?: Shown): Promise<number> {
  const chosen = apis.map((api) => ({ api, documents: readDocuments(api) }))
  const status = await bundle(chosen, shown)
  if (status !== 0) return status
  const shared = readDocuments('shared')
  const sources = Object.fromEntries(chosen.map(({ api, documents }) => [api, indexSources([...shared, ...documents])]))
  writeFileSync(join(specFolder, 'dist', 'sources.json'), JSON.stringify(sources))
  return 0
}

async function bundle(chosen: readonly Chosen[], shown?: Shown): Promise<number> {
  const dist = join(specFolder, 'dist')
  return withEntries(chosen, async (entries) => {
    const status = await runRedocly(['bundle', ...entries, '-o', dist, '--ext', 'json'], configFile, shown)
    // Redocly names what it makes after the entry.
    for (const [index, { api }] of chosen.entries()) {
      const made = join(dist, basename(entries[index] ?? '').replace(/yaml$/, 'json'))
      if (existsSync(made)) renameSync(made, join(dist, `${api}.json`))
    }
    return status
  })
}

try {
  await program.parseAsync()
} catch (error) {
  console.error(`spec: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

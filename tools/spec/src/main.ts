#!/usr/bin/env node
/** `pnpm spec`: keeps the entry documents and checks the specification. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { apis, readDocuments, repoFolder, specFolder, type Api } from './documents.ts'
import { renderEntry } from './entry.ts'
import { compareFacts } from './facts/compare-facts.ts'
import { type Bundle, indexOperations } from './facts/declared.ts'
import { readLeftOut } from './facts/left-out.ts'
import { printComparison } from './facts/print-comparison.ts'
import { readFacts } from './facts/read-facts.ts'
import { readTexts } from './read-texts.ts'
import { findSharedRuns } from './shared-words.ts'
import { indexSources } from './sources.ts'

const program = new Command('spec').description('Keeps and checks the hand-written specification in spec/.')

program
  .command('index')
  .description('bring the tags and paths in every openapi.yaml up to date with the documents beside it')
  .option('--check', 'write nothing; fail if an entry is out of date')
  .action((options: { check?: boolean }) => updateEntries(apis, options.check ?? false))

program
  .command('lint')
  .description('check some documents of the control API (by name, without .yaml), or all APIs when none is named')
  .argument('[documents...]', 'for example: volumes volume-actions')
  .addOption(new Option('--api <api>', 'only this API, or the API that the named documents are in').choices(apis))
  .action((names: string[], options: { api?: Api }) => {
    if (names.length > 0) return lintDocuments(options.api ?? 'control', names)
    const chosen = options.api ? [options.api] : apis
    updateEntries(chosen, true)
    redocly(['lint', ...chosen])
  })

program
  .command('bundle')
  .description('write spec/dist: one self-contained JSON document per API, and sources.json')
  .action(() => {
    redocly(['bundle', ...apis])
    if (process.exitCode) return
    const sources = Object.fromEntries(apis.map((api) => [api, indexSources(api)]))
    writeFileSync(join(specFolder, 'dist', 'sources.json'), JSON.stringify(sources))
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
    const bundles = apis.map((api) => JSON.parse(readFileSync(join(specFolder, 'dist', `${api}.json`), 'utf8')) as Bundle)
    const leftOut = readLeftOut(readFileSync(join(specFolder, 'README.md'), 'utf8'))
    const { families, idle } = compareFacts(readFacts(folder), indexOperations(bundles), leftOut)
    const chosen = families.filter(({ family }) => options.family?.includes(family) ?? true)
    if (!printComparison({ families: chosen, idle }, options.missing ?? false)) process.exitCode = 1
  })

/** Checks the documents through an entry that lists only them. */
function lintDocuments(api: Api, names: readonly string[]): void {
  const documents = readDocuments(api).filter(({ file }) => names.includes(file.replace(/\.yaml$/, '')))
  const missing = names.find((name) => documents.every(({ file }) => file !== `${name}.yaml`))
  if (missing !== undefined)
    throw new Error(`No document spec/${api}/${missing}.yaml. Name documents without .yaml; --api says where they are.`)
  const entry = join(specFolder, api, `.lint-${process.pid}.yaml`)
  writeFileSync(entry, renderEntry(readFileSync(join(specFolder, api, 'openapi.yaml'), 'utf8'), documents))
  try {
    redocly(['lint', entry, '--config', join(repoFolder, 'redocly.yaml')])
  } finally {
    rmSync(entry)
  }
}

function updateEntries(chosen: readonly Api[], check: boolean): void {
  for (const api of chosen) {
    const path = join(specFolder, api, 'openapi.yaml')
    const before = readFileSync(path, 'utf8')
    const after = renderEntry(before, readDocuments(api))
    if (before === after) continue
    if (check) throw new Error(`spec/${api}/openapi.yaml does not list what is beside it. Run: pnpm spec index`)
    writeFileSync(path, after)
    console.log(`spec/${api}/openapi.yaml brought up to date`)
  }
}

function redocly(args: string[]): void {
  const { status } = spawnSync('redocly', args, { cwd: repoFolder, stdio: 'inherit', env: { ...process.env, REDOCLY_TELEMETRY: 'off' } })
  if (status !== 0) process.exitCode = status ?? 1
}

try {
  await program.parseAsync()
} catch (error) {
  console.error(`spec: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

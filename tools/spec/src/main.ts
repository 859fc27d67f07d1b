#!/usr/bin/env node
/** `pnpm spec`: keeps the entry documents and checks the specification. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { apis, readDocuments, repoFolder, specFolder, type Api } from './documents.ts'
import { renderEntry } from './entry.ts'
import { indexSources } from './sources.ts'

const program = new Command('spec').description('Keeps and checks the hand-written specification in spec/.')

program
  .command('index')
  .description('bring the tags and paths in every openapi.yaml up to date with the documents beside it')
  .option('--check', 'write nothing; fail if an entry is out of date')
  .action((options: { check?: boolean }) => updateEntries(options.check ?? false))

program
  .command('lint')
  .description('check some documents of the control API (by name, without .yaml), or all APIs when none is named')
  .argument('[documents...]', 'for example: volumes volume-actions')
  .option('--api <api>', 'the API the documents are in', 'control')
  .action((names: string[], options: { api: Api }) => {
    if (names.length === 0) {
      updateEntries(true)
      return redocly(['lint', ...apis])
    }
    const documents = readDocuments(options.api).filter(({ file }) => names.includes(file.replace(/\.yaml$/, '')))
    if (documents.length < names.length) throw new Error(`No such document in spec/${options.api}: ${names.join(', ')}`)
    const entry = join(specFolder, options.api, `.lint-${process.pid}.yaml`)
    writeFileSync(entry, renderEntry(readFileSync(join(specFolder, options.api, 'openapi.yaml'), 'utf8'), documents))
    try {
      redocly(['lint', entry, '--config', join(repoFolder, 'redocly.yaml')])
    } finally {
      rmSync(entry)
    }
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

function updateEntries(check: boolean): void {
  for (const api of apis) {
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

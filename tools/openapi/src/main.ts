#!/usr/bin/env node
/** `pnpm verify openapi`: third-party generators accept the documents, and their output compiles. */
import { Command, Option } from 'commander'
import { apis, type ApiName } from '@spindrift/openapi'
import { generators } from './generators.ts'
import { verifyGenerator } from './verify-generator.ts'

new Command('verify openapi')
  .description(
    'Runs third-party generators and importers on the documents of @spindrift/openapi, and type-checks their output. Installs each on first use.',
  )
  .argument('[generators...]', `run only these: ${generators.map(({ name }) => name).join(', ')}`)
  .addOption(new Option('--api <api>', 'use only the document of this API').choices(apis))
  .action(async (names: readonly string[], { api }: { readonly api?: ApiName }) => {
    const unknown = names.find((name) => generators.every((generator) => generator.name !== name))
    if (unknown !== undefined)
      throw new Error(`Unknown generator ${unknown}. Expected one of: ${generators.map(({ name }) => name).join(', ')}.`)
    const selected = generators.filter(({ name }) => names.length === 0 || names.includes(name))
    const pairs = selected.flatMap((generator) => (api ? [api] : apis).map((each) => ({ generator, api: each })))
    let passed = 0
    for (const pair of pairs) {
      const started = performance.now()
      const problem = await verifyGenerator(pair.generator, pair.api)
      if (problem === undefined) passed += 1
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.error(
        `${problem === undefined ? 'passed' : 'FAILED'}  ${pair.generator.name} accepts ${pair.api} (${seconds} s)${problem === undefined ? '' : `\n${problem}`}`,
      )
    }
    console.log(JSON.stringify({ check: 'openapi', passed, total: pairs.length }))
    process.exitCode = passed === pairs.length ? 0 : 1
  })
  .parseAsync()
  .catch((error: unknown) => {
    console.error(`openapi: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  })

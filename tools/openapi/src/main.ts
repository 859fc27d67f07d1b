#!/usr/bin/env node
/** `pnpm verify openapi`: other people's generators take the documents, and what they make compiles. */
import { Command, Option } from 'commander'
import { apis, type ApiName } from '@spindrift/openapi'
import { generators } from './generators.ts'
import { verifyGenerator } from './verify-generator.ts'

new Command('verify openapi')
  .description(
    'Gives the documents of @spindrift/openapi to generators and importers as npm has them, and checks the types of what they make. Installs each on first use.',
  )
  .argument('[generators...]', `only these of ${generators.map(({ name }) => name).join(', ')}`)
  .addOption(new Option('--api <api>', 'only this API').choices(apis))
  .action(async (names: readonly string[], { api }: { readonly api?: ApiName }) => {
    const unknown = names.find((name) => generators.every((generator) => generator.name !== name))
    if (unknown !== undefined)
      throw new Error(`There is no generator ${unknown} here. There are: ${generators.map(({ name }) => name).join(', ')}.`)
    const chosen = generators.filter(({ name }) => names.length === 0 || names.includes(name))
    const pairs = chosen.flatMap((generator) => (api ? [api] : apis).map((each) => ({ generator, api: each })))
    let passed = 0
    for (const pair of pairs) {
      const started = performance.now()
      const problem = await verifyGenerator(pair.generator, pair.api)
      if (problem === undefined) passed += 1
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.error(
        `${problem === undefined ? 'passed' : 'FAILED'}  ${pair.generator.name} takes ${pair.api} (${seconds} s)${problem === undefined ? '' : `\n${problem}`}`,
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

/** Compiles every TypeScript block of the README files in strict mode, each as a separate file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as client from '../src/index.ts'
import { repository, checkTypes } from '@spindrift/testing/check-types'

/** Returns the blocks by package and first line: `client-README-17.ts`. */
function extractBlocks(name: string, text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(({ index, 1: code = '' }) => [
      `${name}-README-${text.slice(0, index).split('\n').length}.ts`,
      code,
    ]),
  )
}

function read(name: string): string {
  return readFileSync(join(repository, 'packages', name, 'README.md'), 'utf8')
}

test('all code blocks of the README files compile, and one that does not is reported with file and line', () => {
  const broken = "Text.\n\n```ts\nimport { createCloud } from '@spindrift/client'\ncreateCloud().droplets.all()\n```\n"
  const readmes = { client: read('client'), types: read('types'), broken }
  const blocks = Object.entries(readmes).map(([name, text]) => extractBlocks(name, text))
  expect(blocks.map((each) => Object.keys(each).length > 3)).toEqual([true, true, false])
  const texts = Object.assign({}, ...blocks) as Record<string, string>
  expect(checkTypes(texts)).toEqual([expect.stringContaining("broken-README-3.ts:2: Property 'all' does not exist")])
})

test('the errors guide names every error class', () => {
  const classes = Object.keys(client).filter((name) => /^[A-Z].*Error$/.test(name))
  expect(classes).toHaveLength(18)
  const guide = readFileSync(join(repository, 'packages/reference/guides/errors.md'), 'utf8')
  for (const name of classes) expect(guide).toContain(`\`${name}\``)
})

test('the README lists every environment variable that the client reads', () => {
  const source = readFileSync(join(repository, 'packages/client/src/configuration.ts'), 'utf8')
  const variables = new Set(source.match(/SPINDRIFT_[A-Z_]+[A-Z]/g))
  expect(variables.size).toBeGreaterThan(2)
  for (const name of variables) expect(read('client')).toContain(`\`${name}\``)
})

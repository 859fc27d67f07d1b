/** Compiles every TypeScript block of the README files in strict mode, each as a separate file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as client from '../src/index.ts'
import { repository, checkTypes, withProjectFolder, writeFiles } from '@spindrift/testing/check-types'

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

function compile(blocks: Readonly<Record<string, string>>): string[] {
  return withProjectFolder((folder) => checkTypes(folder, writeFiles(folder, blocks)))
}

test.each(['client', 'types'])('the code blocks of the %s README compile', (name) => {
  const blocks = extractBlocks(name, read(name))
  expect(Object.keys(blocks).length).toBeGreaterThan(3)
  expect(compile(blocks)).toEqual([])
})

test('reports a block that does not compile, with file and line', () => {
  const text = "Text.\n\n```ts\nimport { createCloud } from '@spindrift/client'\ncreateCloud().droplets.all()\n```\n"
  expect(compile(extractBlocks('some', text)).join('\n')).toContain('some-README-3.ts(2,24): error TS')
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

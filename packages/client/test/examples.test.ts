/** Every operation has an example in its doc comment, and all examples compile. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listMethodNames } from './list-operations.ts'
import { repository, checkTypes, withProjectFolder, writeFiles } from '@spindrift/testing/check-types'

const cloud = readFileSync(join(repository, 'packages/client/src/generated/cloud.ts'), 'utf8')
const examples = [...cloud.matchAll(/^ +\* @example (.+)$/gm)].map(([, code = '']) => code)

function compile(lines: readonly string[]): string[] {
  const program = ["import { createCloud } from '@spindrift/client'", 'const cloud = createCloud()', ...lines].join('\n')
  return withProjectFolder((folder) => checkTypes(folder, writeFiles(folder, { 'examples.ts': program })))
}

test('all examples compile', () => {
  expect(compile(examples)).toEqual([])
})

test('detects an example that does not compile', () => {
  expect(compile(["await cloud.volumes.get('a')", 'await cloud.volumes.get({ id: 1 })']).join('\n')).toContain('examples.ts(4,')
})

test('every operation and every action method has an example', () => {
  const called = new Set(examples.map((code) => code.slice(0, code.indexOf('('))))
  const names = listMethodNames().map((name) => `await cloud.${name}`)
  // Its body is the bytes of a file, which have no example.
  expect(names.filter((name) => !called.has(name))).toEqual(['await cloud.batches.files.upload'])
})

/** Every operation has an example in its doc comment, and all examples compile. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listMethodNames } from './list-operations.ts'
import { repository, checkTypes } from '@spindrift/testing/check-types'

const cloud = readFileSync(join(repository, 'packages/client/src/generated/cloud.ts'), 'utf8')
const examples = [...cloud.matchAll(/^ +\* @example (.+)$/gm)].map(([, code = '']) => code)

test('all examples compile, and one that does not is detected', () => {
  const head = ["import { createCloud } from '@spindrift/client'", 'const cloud = createCloud()', 'await cloud.volumes.get({ id: 1 })']
  const program = [...head, ...examples].join('\n')
  expect(checkTypes({ 'examples.ts': program })).toEqual([expect.stringContaining('examples.ts:3: ')])
})

test('every operation and every action method has an example', () => {
  const called = new Set(examples.map((code) => code.slice(0, code.indexOf('('))))
  const names = listMethodNames().map((name) => `await cloud.${name}`)
  // Its body is the bytes of a file, which have no example.
  expect(names.filter((name) => !called.has(name))).toEqual(['await cloud.batches.files.upload'])
})

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoizeOnDisk } from './memoize-on-disk.ts'

let root = ''
let generatedCount = 0
const make = () => [{ path: 'a.js', text: `made ${(generatedCount += 1)}` }]
/** Simulates the next run of the program. */
const run = (inputs: unknown) => memoizeOnDisk(join(root, 'kept'), join(root, 'generators'))(inputs, make)

beforeEach(() => {
  generatedCount = 0
  root = mkdtempSync(join(tmpdir(), 'memoize-'))
  mkdirSync(join(root, 'generators/kit'), { recursive: true })
  writeFileSync(join(root, 'generators/kit/a.ts'), '1')
  writeFileSync(join(root, 'pnpm-lock.yaml'), '')
})
afterEach(() => rmSync(root, { recursive: true }))

describe('memoizeOnDisk', () => {
  it('runs once for equal inputs and again for different inputs', () => {
    expect([run({ a: 1 }), run({ a: 1 }), run({ a: 2 }), run({ a: 1 })].map(([file]) => file?.text)).toEqual([
      'made 1',
      'made 1',
      'made 2',
      'made 1',
    ])
  })

  it.each([
    ['generators/kit/a.ts'],
    ['generators/kit/b.ts'],
    ['generators/kit/deeper/c.ts'],
    ['generators/kit/runtime/d.js'],
    ['pnpm-lock.yaml'],
  ])('runs again after a change of %s', (file) => {
    run({})
    mkdirSync(join(root, dirname(file)), { recursive: true })
    writeFileSync(join(root, file), '2')
    expect(run({})[0]?.text).toBe('made 2')
  })

  it('runs again when the cached file is damaged', () => {
    run({})
    for (const name of readdirSync(join(root, 'kept'))) writeFileSync(join(root, 'kept', name), '[{"pa')
    expect(run({})[0]?.text).toBe('made 2')
    expect(run({})[0]?.text).toBe('made 2')
  })

  it('limits the number of cached files', () => {
    for (let n = 0; n < 40; n += 1) run({ n })
    expect(readdirSync(join(root, 'kept')).length).toBeLessThan(20)
  })
})

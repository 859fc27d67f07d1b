import { seededFamilies } from './auth/create-account.ts'
import type { Family } from './families/family.ts'
import { families } from './families/index.ts'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { formatCoverage } from './command/format-coverage.ts'
import { listCoverage } from './coverage.ts'

it('implements every operation and every filter', () => {
  const lacking = listCoverage().filter(({ by, ignores }) => by === '501' || ignores.length > 0)
  expect(lacking.map(({ operation }) => operation.id)).toEqual([])
})

it('keeps COVERAGE.md up to date: pnpm verify operations --write', () => {
  expect(readFileSync(new URL('../COVERAGE.md', import.meta.url), 'utf8')).toBe(formatCoverage(listCoverage()))
})

it('counts operations that return 501', () => {
  const [row] = listCoverage()
  if (!row) throw new Error('no operations')
  expect(formatCoverage([{ ...row, by: '501' }])).toContain('and 1 return 501')
})

it('seeds every family in a defined order', () => {
  const withSeed = Object.entries<Family>(families).flatMap(([name, { seed }]) => (seed ? [name] : []))
  expect(withSeed.filter((name) => !(seededFamilies as readonly string[]).includes(name))).toEqual([])
})

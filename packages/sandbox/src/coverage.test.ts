import { seeded } from './auth/begin-account.ts'
import type { Family } from './families/family.ts'
import { families } from './families/index.ts'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { formatCoverage } from './command/format-coverage.ts'
import { listCoverage } from './coverage.ts'

it('no operation answers 501, and none ignores a filter', () => {
  const lacking = listCoverage().filter(({ by, ignores }) => by === '501' || ignores.length > 0)
  expect(lacking.map(({ operation }) => operation.id)).toEqual([])
})

it('COVERAGE.md is what the tables say: pnpm verify operations --write', () => {
  expect(readFileSync(new URL('../COVERAGE.md', import.meta.url), 'utf8')).toBe(formatCoverage(listCoverage()))
})

it('the table names an operation that nobody answers', () => {
  const [row] = listCoverage()
  if (!row) throw new Error('no operations')
  expect(formatCoverage([{ ...row, by: '501' }])).toContain('and 1 answer 501')
})

it('what families have from the first day has its place in the order of an account’s beginning', () => {
  const withSeed = Object.entries<Family>(families).flatMap(([name, { seed }]) => (seed ? [name] : []))
  expect(withSeed.filter((name) => !(seeded as readonly string[]).includes(name))).toEqual([])
})

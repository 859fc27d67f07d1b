import { expect, it } from 'vitest'
import { findAuditOutcome, listDeprecated, listMissing, parsePlans } from './dependency-plans.ts'

const page = `# Tools

| a | b | c |

## Unmaintained dependencies

| dependency | state | plan |
|---|---|---|
| left-pad | Deprecated. | Replace it. |
| @a/b | In maintenance mode. | Pinned. |
`

it('returns the plan of each dependency', () => {
  expect([...parsePlans(page)]).toEqual([
    ['left-pad', 'Replace it.'],
    ['@a/b', 'Pinned.'],
  ])
})

it('finds deprecated and absent packages in the lockfile', () => {
  const lockfile = `packages:\n  '@a/b@1.0.0': { deprecated: no }\n  '@a/b@2.0.0': { deprecated: no }\n  c@1.0.0: {}\n`
  expect(listDeprecated(lockfile)).toEqual(['@a/b'])
  expect(listMissing(lockfile, ['@a/b', 'c', 'left-pad'])).toEqual(['left-pad'])
})

it.each([
  { status: 0, output: 'No known vulnerabilities found', expected: 'none' },
  { status: 1, output: '2 vulnerabilities found\nSeverity: 2 high', expected: 'vulnerable' },
  { status: 1, output: 'ERR_PNPM_AUDIT_BAD_RESPONSE responded with 405', expected: 'not answered' },
])('understands an audit that ends with $status and $output', ({ status, output, expected }) => {
  expect(findAuditOutcome(status, output)).toBe(expected)
})

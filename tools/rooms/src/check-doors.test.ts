import { expect, test } from 'vitest'
import { checkDoors } from './check-doors.ts'

const source = 'packages/sandbox/src'
const check = (from: string, specifier: string) => checkDoors([{ from: `${source}/${from}`, line: 3, specifier }])

test.each([
  ['families/tags/behavior.ts', '../droplets/capture.ts', 'by its door families/droplets/index.ts'],
  ['server/handlers.ts', '../families/apps/logs.ts', 'by its door families/apps/index.ts'],
  ['shared/zone.ts', '../families/domains/index.ts', 'what all families use may not use one of them'],
  ['engine/serve.ts', '../families/domains/behavior.ts', 'what all families use may not use one of them'],
  ['families/tags/behavior.ts', '../../server/handle.ts', 'nothing below may import from server/'],
  ['oauth/authorize.ts', '../server/handle.ts', 'nothing below may import from server/'],
])('%s ← %s: %s', (from, specifier, want) => {
  const [finding] = check(from, specifier)
  expect(finding).toContain(want)
  expect(finding).toContain(`${source}/${from}:3`)
})

test.each([
  ['families/tags/behavior.ts', '../droplets/index.ts'],
  ['families/tags/behavior.ts', './names.ts'],
  ['families/tags/behavior.ts', '../../shared/zone.ts'],
  ['generated/families.ts', '../families/tags/behavior.ts'],
  ['start-sandbox.ts', './server/listen.ts'],
])('%s ← %s is allowed', (from, specifier) => {
  expect(check(from, specifier)).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { describeMade, isSource, planWork } from './plan-work.ts'

describe('planWork', () => {
  it.each([
    { given: ['spec/control/volumes.yaml'], want: { build: true, restart: true } },
    { given: ['generators/types/generate.ts'], want: { build: true, restart: true } },
    { given: ['packages/sandbox/src/families/volumes/behavior.ts'], want: { build: false, restart: true } },
    { given: ['packages/client/src/transport.ts'], want: { build: true, restart: false } },
    { given: ['packages/client/src/transport.ts', 'packages/sandbox/src/main.ts'], want: { build: true, restart: true } },
  ])('$given', ({ given, want }) => expect(planWork(given)).toEqual(want))
})

describe('isSource', () => {
  it.each([
    ['spec/control/volumes.yaml', true],
    ['spec/lint/rules/key-order.ts', true],
    ['packages/reference/browser/search.ts', true],
    ['packages/sandbox/src/generated/operations.ts', false],
    ['packages/sandbox/test/volumes.test.ts', false],
    ['packages/sandbox/src/store/moment.test.ts', false],
    ['packages/client/dist/index.js', false],
    ['spec/dist/control.json', false],
    ['spec/SURFACE.md', false],
    ['spec/control/.volumes.yaml.swp', false],
    ['README.md', false],
  ])('%s: %s', (file, want) => expect(isSource(file)).toBe(want))
})

it('describeMade names the first of many in each folder', () => {
  const made = Array.from({ length: 8 }, (_, n) => `packages/types/src/generated/${n}.ts`)
  expect(describeMade([...made, 'spec/SURFACE.md'])).toEqual([
    '  packages/types/src/generated/  0.ts, 1.ts, 2.ts, 3.ts, 4.ts, 5.ts and 2 more',
    '  spec/  SURFACE.md',
  ])
})

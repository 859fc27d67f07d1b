import { describe, expect, it } from 'vitest'
import { describeMade, differInComments, isSource, listFollowing, planWork } from './plan-work.ts'

describe('planWork', () => {
  it.each([
    { given: ['spec/control/volumes.yaml', 'spec/shared/errors.yaml'], want: { build: 'documents', restart: false, renew: false } },
    { given: ['spec/conventions.yaml'], want: { build: 'everything', restart: true, renew: true } },
    { given: ['spec/control/volumes.yaml', 'spec/lint/rules/key-order.ts'], want: { build: 'everything', restart: true, renew: true } },
    { given: ['generators/types/generate.ts'], want: { build: 'everything', restart: true, renew: true } },
    { given: ['packages/sandbox/src/families/volumes/behavior.ts'], want: { build: 'nothing', restart: true, renew: false } },
    { given: ['packages/client/src/transport.ts'], want: { build: 'everything', restart: false, renew: false } },
    {
      given: ['spec/control/volumes.yaml', 'packages/sandbox/src/main.ts'],
      want: { build: 'everything', restart: true, renew: false },
    },
  ])('$given', ({ given, want }) => expect(planWork(given)).toEqual(want))
})

describe('listFollowing', () => {
  it.each([
    {
      given: ['packages/client/src/generated/volumes.ts', 'packages/client/src/generated/cloud.ts', 'spec/SURFACE.md'],
      want: { packages: ['client'], sandbox: false, worlds: false },
    },
    { given: ['packages/mock/src/generated/openapi.json'], want: { packages: ['mock'], sandbox: false, worlds: true } },
    { given: ['packages/sandbox/src/generated/tables.ts'], want: { packages: ['sandbox'], sandbox: true, worlds: true } },
    { given: ['packages/sandbox/src/generated/console/volumes.json'], want: { packages: ['sandbox'], sandbox: false, worlds: false } },
    { given: [], want: { packages: [], sandbox: false, worlds: false } },
  ])('$given', ({ given, want }) => expect(listFollowing(given.map((path) => ({ path, comments: false })))).toEqual({ alone: [], ...want }))

  it('compiles a package without those that depend on it where only comments are others', () => {
    const given = ['types', 'mcp'].map((name) => ({ path: `packages/${name}/src/generated/volumes.ts`, comments: name === 'types' }))
    expect(listFollowing(given)).toMatchObject({ packages: ['mcp'], alone: ['types'] })
    const mixed = [true, false].map((comments) => ({ path: `packages/types/src/generated/${comments}.ts`, comments }))
    expect(listFollowing(mixed)).toMatchObject({ packages: ['types'], alone: [] })
  })
})

describe('differInComments', () => {
  const given = `/** One. */\nexport interface Volume {\n  /**\n   * Its name.\n   */\n  name: string;\n}\n`
  it.each([
    ['a comment of several lines', given.replace('Its name', 'What it is called.\n   * Or was'), true],
    ['a comment more', given.replace('  name', '  // For people.\n  name'), true],
    ['a property', given.replace('name:', 'title:'), false],
    ['a text that looks like a comment', `${given}export const mark = "/** x */"\n`, false],
  ])('%s: %s', (_what, after, want) => expect(differInComments(given, after)).toBe(want))
})

describe('isSource', () => {
  it.each([
    ['spec/control/volumes.yaml', true],
    ['spec/lint/rules/key-order.ts', true],
    ['packages/reference/browser/search.ts', true],
    ['packages/sandbox/src/generated/operations.ts', false],
    ['packages/sandbox/src/families/volumes/volumes.test.ts', false],
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

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { checkManifest, completeManifest, type PublishedManifest } from '../check-manifest.ts'
import { checkSurface, writeSurface } from './check-surface.ts'
import { cleanReport } from './describe-api.ts'
import { describeFiles } from './describe-files.ts'
import { explainMissingChangeset } from './require-changeset.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'spindrift-surface-test-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const reviewed = new Map([['client.api.md', 'one\ntwo\n']])

test.each([
  { change: new Map([['client.api.md', 'one\ntwo\n']]), expected: [] },
  {
    change: new Map([['client.api.md', 'one\nthree\n']]),
    expected: ['client.api.md changed since its review: line 2 is "three", was "two"'],
  },
  { change: new Map([['client.api.md', 'one\n']]), expected: ['client.api.md changed since its review: line 2 is "", was "two"'] },
  { change: new Map<string, string>(), expected: ['client.api.md was reviewed, but no longer exists'] },
  { change: new Map([...reviewed, ['mcp.api.md', '']]), expected: ['mcp.api.md is new and not reviewed'] },
])('compares the surface with the reviewed texts: $expected', ({ change, expected }) => {
  writeSurface(folder, reviewed)
  expect(checkSurface(folder, change).map((finding) => finding.replace(/\. Run .*$/, ''))).toEqual(expected)
})

it('removes reviewed texts that no longer exist', () => {
  writeFileSync(join(folder, 'old.api.md'), '')
  writeSurface(folder, reviewed)
  expect(checkSurface(folder, reviewed)).toEqual([])
})

it('lists declarations once, and no generated ones', () => {
  const report =
    '# A\n\n```ts\n\nimport { X } from "x";\n\n// @public (undocumented)\nexport interface A {\n    // (undocumented)\n    readonly b: B;\n}\n\n// @public\ninterface B {\n}\n\n// @public\ninterface Rows {\n}\n\n```\n'
  const listed = new Set<string>()
  expect(cleanReport(report, new Set(['Rows']), listed)).toBe('```ts\nexport interface A {\n    readonly b: B;\n}\ninterface B {\n}\n```\n')
  expect(cleanReport(report, new Set(['Rows']), listed)).toBe('```ts\nexport interface A {\n    readonly b: B;\n}\n```\n')
})

it('lists files by name, and many similar files by a pattern', () => {
  const many = Array.from({ length: 9 }, (_, index) => `dist/chunks/a-${String(index).repeat(8)}.js`)
  const pages = Array.from({ length: 9 }, (_, index) => `dist/site/control/kind-${index}/list.html`)
  expect(describeFiles([...many, ...pages, 'dist/index.js', 'README.md'])).toBe(
    'README.md\ndist/chunks/a-*.js\ndist/index.js\ndist/site/control/**/*.html\n',
  )
})

test.each([
  { changed: ['tools/release/surface/a.txt'], expected: 1 },
  { changed: ['tools/release/surface/a.txt', '.changeset/README.md'], expected: 1 },
  { changed: ['tools/release/surface/a.txt', '.changeset/a-b-c.md'], expected: 0 },
  { changed: ['tools/release/surface/a.txt', 'packages/types/CHANGELOG.md'], expected: 0 },
  { changed: ['packages/client/src/index.ts'], expected: 0 },
])('requires a changeset for changed surfaces, $changed: $expected findings', ({ changed, expected }) => {
  expect(explainMissingChangeset(changed)).toHaveLength(expected)
})

describe('manifests', () => {
  const root = {
    name: 'root',
    homepage: 'https://example.com/r#readme',
    bugs: { url: 'https://example.com/r/issues' },
    repository: { type: 'git', url: 'git+https://example.com/r.git' },
    license: 'Apache-2.0',
  }
  const good = completeManifest<PublishedManifest>(
    {
      name: '@spindrift/x',
      description: 'What it is for, in a sentence.',
      keywords: ['a', 'b', 'c'],
      type: 'module',
      sideEffects: false,
      files: ['dist'],
      engines: { node: '>=22' },
    },
    root,
    'packages/x',
  )

  it('are derived from the root and their folder', () => {
    expect(checkManifest(good, root, 'packages/x')).toEqual([])
    expect(good.homepage).toBe('https://example.com/r/tree/main/packages/x#readme')
  })

  test.each([
    { change: { repository: { ...root.repository, directory: 'packages/y' } }, expected: '"repository" differs' },
    { change: { publishConfig: { access: 'public' } }, expected: '"publishConfig" differs' },
    { change: { keywords: ['a'] }, expected: '"keywords"' },
    { change: { engines: {} }, expected: '"engines.node"' },
    { change: { sideEffects: undefined }, expected: '"sideEffects"' },
  ])('are reported: $expected', ({ change, expected }) => {
    expect(checkManifest({ ...good, ...change }, root, 'packages/x').join('\n')).toContain(expected)
  })
})

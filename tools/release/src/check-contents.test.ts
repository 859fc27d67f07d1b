import { expect, test } from 'vitest'
import { checkContents } from './check-contents.ts'

const good = {
  name: '@spindrift/x',
  files: ['package.json', 'README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts'],
  manifest: { name: '@spindrift/x', version: '1.0.0', dependencies: { 'openapi-fetch': '0.17.0', '@spindrift/types': 'workspace:*' } },
}

test('a package that holds what it should passes', () => {
  expect(checkContents(good)).toEqual([])
})

test.each([
  { change: { files: [...good.files, 'src/secret.ts'] }, want: 'would publish src/secret.ts' },
  { change: { files: [...good.files, 'dist/a.test.js'] }, want: 'would publish a test' },
  { change: { files: ['package.json', 'README.md'] }, want: 'without LICENSE' },
  { change: { manifest: { ...good.manifest, scripts: { postinstall: 'node x.js' } } }, want: '"postinstall" script' },
  { change: { manifest: { ...good.manifest, dependencies: { a: '^1.0.0' } } }, want: 'Pin the exact version' },
])('catches: $want', ({ change, want }) => {
  expect(checkContents({ ...good, ...change }).join('\n')).toContain(want)
})

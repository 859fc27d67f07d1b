import { expect, test } from 'vitest'
import { checkContents } from './check-contents.ts'

const good = {
  name: '@spindrift/x',
  files: ['package.json', 'README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts'],
  manifest: { name: '@spindrift/x', version: '1.0.0', dependencies: { 'openapi-fetch': '0.17.0', '@spindrift/types': 'workspace:*' } },
}

test('returns no finding for a package with the allowed files', () => {
  expect(checkContents(good)).toEqual([])
})

test.each([
  { change: { files: [...good.files, 'src/secret.ts'] }, finding: 'would publish src/secret.ts' },
  { change: { files: [...good.files, 'dist/a.test.js'] }, finding: 'would publish a test' },
  { change: { files: ['package.json', 'README.md'] }, finding: 'without LICENSE' },
  { change: { manifest: { ...good.manifest, scripts: { postinstall: 'node x.js' } } }, finding: '"postinstall" script' },
  { change: { manifest: { ...good.manifest, dependencies: { a: '^1.0.0' } } }, finding: 'Pin the exact version' },
])('reports: $finding', ({ change, finding }) => {
  expect(checkContents({ ...good, ...change }).join('\n')).toContain(finding)
})

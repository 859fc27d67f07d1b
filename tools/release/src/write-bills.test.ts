import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addBundled, checkBill } from './write-bills.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'spindrift-bills-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const licenses = [{ license: { id: 'MIT' } }]
const given = {
  metadata: { component: { version: '1.0.0' } },
  components: [
    { name: 'b', licenses },
    { group: '@d', name: 'c' },
  ],
}

test.each([
  { title: 'whole', bill: given, dependencies: ['b', '@d/c'], want: '' },
  { title: 'none', dependencies: [], want: '@a/b has no bill of materials' },
  { title: 'of another version', bill: { ...given, metadata: { component: { version: '0.9.0' } } }, dependencies: [], want: 'is of 0.9.0' },
  { title: 'one left out', bill: given, dependencies: ['b', 'e'], want: 'leaves out e' },
  { title: 'without licenses', bill: { ...given, components: [{ name: 'b' }] }, dependencies: ['b'], want: 'names no license' },
])('a bill of materials: $title', ({ bill, dependencies, want }) => {
  if (bill) writeFileSync(join(folder, 'a-b.cdx.json'), JSON.stringify(bill))
  const manifest = { name: '@a/b', version: '1.0.0', dependencies: Object.fromEntries(dependencies.map((name) => [name, '1'])) }
  const findings = checkBill({ name: '@a/b', tarball: join(folder, 'a-b-1.0.0.tgz'), manifest }, '1.0.0').join('\n')
  expect(want === '' ? findings === '' : findings.includes(want), findings).toBe(true)
})

test('what is bundled is in it, once and with its license', () => {
  const bill = {
    ...given,
    metadata: { component: { version: '1.0.0', 'bom-ref': 'pkg:npm/%40a/b@1.0.0' } },
    dependencies: [{ ref: 'pkg:npm/%40a/b@1.0.0', dependsOn: ['pkg:npm/b@1.2.3'] }],
  }
  writeFileSync(join(folder, 'a-b.cdx.json'), JSON.stringify(bill))
  writeFileSync(
    join(folder, 'THIRD-PARTY-LICENSES'),
    'b 1.2.3 (MIT)\n\nText (C) of b\n---\n\n@e/f 2.0.0-rc.1 ((MIT OR CC0-1.0))\n\nText of f, from 1.0.0 (2020)\n',
  )
  addBundled({ name: '@a/b', tarball: join(folder, 'a-b-1.0.0.tgz'), folder, files: ['THIRD-PARTY-LICENSES', 'index.js'] })
  const { components, dependencies } = JSON.parse(readFileSync(join(folder, 'a-b.cdx.json'), 'utf8'))
  const ref = 'pkg:npm/%40e/f@2.0.0-rc.1'
  expect(components).toEqual([
    ...given.components,
    {
      type: 'library',
      group: '@e',
      name: 'f',
      version: '2.0.0-rc.1',
      purl: ref,
      'bom-ref': ref,
      licenses: [{ expression: '(MIT OR CC0-1.0)' }],
    },
  ])
  expect(dependencies).toEqual([
    { ref: 'pkg:npm/%40a/b@1.0.0', dependsOn: ['pkg:npm/b@1.2.3', ref] },
    { ref, dependsOn: [] },
  ])
})

test('a package in which nothing is bundled keeps its bill as it was', () => {
  writeFileSync(join(folder, 'a-b.cdx.json'), JSON.stringify(given))
  addBundled({ name: '@a/b', tarball: join(folder, 'a-b-1.0.0.tgz'), folder, files: [] })
  expect(JSON.parse(readFileSync(join(folder, 'a-b.cdx.json'), 'utf8'))).toEqual(given)
})

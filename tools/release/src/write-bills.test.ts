import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkBill } from './write-bills.ts'

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

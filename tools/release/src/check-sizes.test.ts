import { expect, test } from 'vitest'
import { checkSize, formatSizes } from './check-sizes.ts'

test.each([
  { pack: { name: '@spindrift/types', size: { packed: 1, unpacked: 1 } }, expected: [] },
  { pack: { name: '@spindrift/types', size: { packed: 1, unpacked: 1e9 } }, expected: ['@spindrift/types is 1000000 kB unpacked'] },
  { pack: { name: '@spindrift/none', size: { packed: 1, unpacked: 1 } }, expected: ['@spindrift/none has no budget'] },
])('checks the size of $pack.name, $pack.size: $expected', ({ pack, expected }) => {
  expect(checkSize(pack).map((finding) => finding.split(/[;.]/)[0])).toEqual(expected)
  expect(formatSizes([pack])).toContain(pack.name)
})

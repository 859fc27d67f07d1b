import { expect, test } from 'vitest'
import { checkSize, formatSizes } from './check-sizes.ts'

test.each([
  { pack: { name: '@spindrift/types', size: { packed: 1, unpacked: 1 } }, want: [] },
  { pack: { name: '@spindrift/types', size: { packed: 1, unpacked: 1e9 } }, want: ['@spindrift/types is 1000000 kB unpacked'] },
  { pack: { name: '@spindrift/none', size: { packed: 1, unpacked: 1 } }, want: ['@spindrift/none has no budget'] },
])('checks the size of $pack.name, $pack.size: $want', ({ pack, want }) => {
  expect(checkSize(pack).map((finding) => finding.split(/[;.]/)[0])).toEqual(want)
  expect(formatSizes([pack])).toContain(pack.name)
})

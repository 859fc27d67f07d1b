import { expect, test } from 'vitest'
import { checkSize, formatSizes } from './check-sizes.ts'

test.each([
  { given: { name: '@spindrift/types', size: { packed: 1, unpacked: 1 } }, want: [] },
  { given: { name: '@spindrift/types', size: { packed: 1, unpacked: 1e9 } }, want: ['@spindrift/types has 1000000 kB unpacked'] },
  { given: { name: '@spindrift/none', size: { packed: 1, unpacked: 1 } }, want: ['@spindrift/none has no budget'] },
])('$given.name with $given.size: $want', ({ given, want }) => {
  expect(checkSize(given).map((finding) => finding.split(/[,.]/)[0])).toEqual(want)
  expect(formatSizes([given])).toContain(given.name)
})

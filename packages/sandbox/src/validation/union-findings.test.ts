import { expect, it } from 'vitest'
import { filterUnionFindings } from './union-findings.ts'

it('a union is told itself where there were too many findings for those of its branches', () => {
  const params = { passingSchemas: null, ends: [0, 0, 0], fields: [['a'], ['b']] }
  const union = { instancePath: '/x', keyword: 'oneOf', params }
  expect(filterUnionFindings([union], { x: {} })).toEqual([union])
})

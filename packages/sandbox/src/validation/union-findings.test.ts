import { expect, it } from 'vitest'
import { filterUnionFindings } from './union-findings.ts'

it('reports the union itself when the findings of its branches were cut off', () => {
  const params = { passingSchemas: null, ends: [0, 0, 0], fields: [['a'], ['b']] }
  const union = { instancePath: '/x', keyword: 'oneOf', params }
  expect(filterUnionFindings([union], { x: {} })).toEqual([union])
})

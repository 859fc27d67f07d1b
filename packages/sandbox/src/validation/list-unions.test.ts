import { expect, it } from 'vitest'
import { listUnions } from './list-unions.ts'

it('a union is told itself where there were too many findings for those of its branches', () => {
  const params = { passingSchemas: null, ends: [0, 0, 0], fields: [['a'], ['b']] }
  const union = { instancePath: '/x', keyword: 'oneOf', params }
  expect(listUnions([union], { x: {} })).toEqual([union])
})

/** Fields by themselves stand where options could: the client tells them from parameters of a query by their names. */
import { expect, test } from 'vitest'
import { optionNames } from '../../../packages/client/src/check-call.ts'
import { loadSpecification } from './load-specification.ts'

test('no parameter of a query is named as an option of a call', () => {
  const given = loadSpecification().entries.flatMap(({ operation: { id, parameters } }) =>
    parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => ({ id, name })),
  )
  expect(given.length).toBeGreaterThan(300)
  expect(given.filter(({ name }) => optionNames.split(' ').includes(name))).toEqual([])
})

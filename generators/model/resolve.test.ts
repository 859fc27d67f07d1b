import { describe, expect, it } from 'vitest'
import { catchSpecError } from '../kit/testing/catch-spec-error.ts'
import type { BundledDocument } from './api-model.ts'
import { resolve } from './resolve.ts'

const source = { file: 'control/boats.yaml', pointer: '/paths' }
const document = {
  paths: { '/v2/boats': { get: { summary: 'List' } } },
  components: {
    parameters: {
      Page: { name: 'page', in: 'query' },
      Again: { $ref: '#/components/parameters/Page', in: 'header' },
      'a~b': { name: 'tilde' },
      Loop: { $ref: '#/components/parameters/Back' },
      Back: { $ref: '#/components/parameters/Loop' },
      text: 'not an object',
    },
  },
} as unknown as BundledDocument

describe('resolve', () => {
  it.each([
    { name: 'what is no reference', input: { name: 'page' }, expected: { name: 'page' } },
    { name: 'a reference', input: { $ref: '#/components/parameters/Page' }, expected: { name: 'page', in: 'query' } },
    { name: 'a reference to a reference', input: { $ref: '#/components/parameters/Again' }, expected: { name: 'page', in: 'header' } },
    {
      name: 'keys beside a reference, which win',
      input: { $ref: '#/components/parameters/Page', name: 'p' },
      expected: { name: 'p', in: 'query' },
    },
    { name: 'an escaped slash', input: { $ref: '#/paths/~1v2~1boats/get' }, expected: { summary: 'List' } },
    { name: 'an escaped tilde', input: { $ref: '#/components/parameters/a~0b' }, expected: { name: 'tilde' } },
  ])('follows $name', ({ input, expected }) => {
    expect(resolve(document, input, source)).toEqual(expected)
  })

  it.each([
    { input: '#/components/parameters/Missing', expected: 'does not exist' },
    { input: '#/components/schemas/Boat', expected: 'does not exist' },
    { input: '#/components/parameters/text', expected: 'does not exist' },
    { input: '#/components/parameters/text/0', expected: 'does not exist' },
    { input: '#/components/parameters/__proto__', expected: 'does not exist' },
    { input: '#/components/parameters/constructor', expected: 'does not exist' },
    { input: 'other.yaml#/a', expected: 'does not exist' },
    { input: '#/components/parameters/Loop', expected: 'is a circular reference' },
  ])('rejects $input', ({ input, expected }) => {
    const caught = catchSpecError(() => resolve(document, { $ref: input }, source))
    expect(caught).toMatchObject(source)
    expect(caught?.message).toContain(expected)
  })
})

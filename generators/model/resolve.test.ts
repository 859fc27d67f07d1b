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
    { name: 'what is no reference', given: { name: 'page' }, want: { name: 'page' } },
    { name: 'a reference', given: { $ref: '#/components/parameters/Page' }, want: { name: 'page', in: 'query' } },
    { name: 'a reference to a reference', given: { $ref: '#/components/parameters/Again' }, want: { name: 'page', in: 'header' } },
    {
      name: 'keys beside a reference, which win',
      given: { $ref: '#/components/parameters/Page', name: 'p' },
      want: { name: 'p', in: 'query' },
    },
    { name: 'an escaped slash', given: { $ref: '#/paths/~1v2~1boats/get' }, want: { summary: 'List' } },
    { name: 'an escaped tilde', given: { $ref: '#/components/parameters/a~0b' }, want: { name: 'tilde' } },
  ])('follows $name', ({ given, want }) => {
    expect(resolve(document, given, source)).toEqual(want)
  })

  it.each([
    { given: '#/components/parameters/Missing', want: 'does not exist' },
    { given: '#/components/schemas/Boat', want: 'does not exist' },
    { given: '#/components/parameters/text', want: 'does not exist' },
    { given: '#/components/parameters/text/0', want: 'does not exist' },
    { given: '#/components/parameters/__proto__', want: 'does not exist' },
    { given: '#/components/parameters/constructor', want: 'does not exist' },
    { given: 'other.yaml#/a', want: 'does not exist' },
    { given: '#/components/parameters/Loop', want: 'is a circular reference' },
  ])('rejects $given', ({ given, want }) => {
    const caught = catchSpecError(() => resolve(document, { $ref: given }, source))
    expect(caught).toMatchObject(source)
    expect(caught?.message).toContain(want)
  })
})

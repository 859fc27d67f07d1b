import { describe, expect, it } from 'vitest'
import { documentSchema } from './document-schema.ts'

describe('documentSchema', () => {
  it.each([
    { given: {}, want: [] },
    { given: { description: 'A boat.' }, want: ['A boat.'] },
    {
      given: { description: 'A boat.', default: 'Gull', examples: ['Tern', 'Gull'], deprecated: true },
      want: ['A boat.', { tag: 'default', text: '"Gull"' }, { tag: 'example', text: 'Tern' }, { tag: 'deprecated' }],
    },
    {
      given: { default: null, examples: [{ a: 1 }] },
      want: [
        { tag: 'default', text: 'null' },
        { tag: 'example', text: '{"a":1}' },
      ],
    },
    {
      given: { default: false, examples: [0] },
      want: [
        { tag: 'default', text: 'false' },
        { tag: 'example', text: '0' },
      ],
    },
    { given: { description: '@deprecated' }, want: ['@deprecated'] },
  ])('documents $given', ({ given, want }) => {
    expect(documentSchema(given)).toEqual(want)
  })
})

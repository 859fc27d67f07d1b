import { describe, expect, it } from 'vitest'
import { documentSchema } from './document-schema.ts'

describe('documentSchema', () => {
  it.each([
    { input: {}, expected: [] },
    { input: { description: 'A boat.' }, expected: ['A boat.'] },
    {
      input: { description: 'A boat.', default: 'Gull', examples: ['Tern', 'Gull'], deprecated: true },
      expected: ['A boat.', { tag: 'default', text: '"Gull"' }, { tag: 'example', text: 'Tern' }, { tag: 'deprecated' }],
    },
    {
      input: { default: null, examples: [{ a: 1 }] },
      expected: [
        { tag: 'default', text: 'null' },
        { tag: 'example', text: '{"a":1}' },
      ],
    },
    {
      input: { default: false, examples: [0] },
      expected: [
        { tag: 'default', text: 'false' },
        { tag: 'example', text: '0' },
      ],
    },
    { input: { description: '@deprecated' }, expected: ['@deprecated'] },
  ])('documents $input', ({ input, expected }) => {
    expect(documentSchema(input)).toEqual(expected)
  })
})

import { expect, test } from 'vitest'
import { editDescription } from './edit-description.ts'

test('adds the sentence only to the first plain description', () => {
  const yaml = `info:\n  description: >-\n    Folded.\npaths:\n  get:\n    description: Lists them.\n  post:\n    description: Makes one.\n`
  expect(editDescription(yaml, 'Now.')).toBe(yaml.replace('Lists them.', 'Lists them. Now.'))
})

test('throws for a document without a plain description', () => {
  expect(() => editDescription('info:\n  description: "Quoted."\n', 'Now.')).toThrow('No description')
})

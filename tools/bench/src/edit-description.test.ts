import { expect, test } from 'vitest'
import { editDescription } from './edit-description.ts'

test('adds to the first plain description, and nowhere else', () => {
  const yaml = `info:\n  description: >-\n    Folded.\npaths:\n  get:\n    description: Lists them.\n  post:\n    description: Makes one.\n`
  expect(editDescription(yaml, 'Now.')).toBe(yaml.replace('Lists them.', 'Lists them. Now.'))
})

test('a document without one is an error', () => {
  expect(() => editDescription('info:\n  description: "Quoted."\n', 'Now.')).toThrow('No description')
})

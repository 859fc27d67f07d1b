import { expect, test } from 'vitest'
import { findInvalidFields } from './find-invalid-fields.ts'

const request = { query: { tag_name: 'a' }, body: { name: 'web_1', size: 'x', region: 'y', image: 'z' } }

test.each<{ message: string; expected: Readonly<Record<string, string>> }>([
  { message: 'size_gigabytes: must be integer', expected: { size_gigabytes: 'must be integer' } },
  { message: 'name: must be given; rules.0.ports: a: b', expected: { name: 'must be given', 'rules.0.ports': 'a: b' } },
  { message: 'inbound, outbound: must be given', expected: { inbound: 'must be given', outbound: 'must be given' } },
  { message: 'name: must be given; Only valid characters are allowed.', expected: { name: 'must be given' } },
  { message: 'invalid size', expected: { size: 'invalid size' } },
  { message: 'Size is not available in this region.', expected: { size: 'Size is not available in this region.' } },
  {
    message: 'You specified an invalid image.; invalid tag_name',
    expected: { image: 'You specified an invalid image.', tag_name: 'invalid tag_name' },
  },
  { message: 'Droplet already has a pending event.', expected: {} },
  { message: 'resized too often', expected: {} },
  { message: '', expected: {} },
])('finds the fields of "$message"', ({ message, expected }) => {
  expect(Object.fromEntries(findInvalidFields(message, request).map((field) => [field.name, field.message]))).toEqual(expected)
})

import { expect, test } from 'vitest'
import { isUnsent } from './is-unsent.ts'

const failed = (cause: object) => new Error('no answer', { cause: new TypeError('fetch failed', { cause }) })

test.each([
  { input: failed({ code: 'ECONNREFUSED' }), expected: true },
  { input: failed({ code: 'ENOTFOUND' }), expected: true },
  { input: failed({ code: 'EAI_AGAIN' }), expected: true },
  { input: failed({ code: 'EHOSTUNREACH' }), expected: true },
  { input: failed({ code: 'UND_ERR_CONNECT_TIMEOUT' }), expected: true },
  // Bun's error has the code directly.
  { input: new Error('no answer', { cause: { code: 'ConnectionRefused' } }), expected: true },
  { input: failed({ code: 'ECONNRESET' }), expected: false },
  { input: failed({ code: 'XECONNREFUSED' }), expected: false },
  { input: failed({}), expected: false },
  { input: new Error('no answer'), expected: false },
  { input: undefined, expected: false },
])('$input.cause.cause: $expected', ({ input, expected }) => {
  expect(isUnsent(input)).toBe(expected)
})

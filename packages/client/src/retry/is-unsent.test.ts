import { expect, test } from 'vitest'
import { isUnsent } from './is-unsent.ts'

const failed = (cause: object) => new Error('no answer', { cause: new TypeError('fetch failed', { cause }) })
const refused = { code: 'ECONNREFUSED' }

test.each([
  // Node reports the server; a name without a port is from a DNS lookup.
  { input: failed({ ...refused, port: 443 }), url: 'https://a.example/v2', expected: true },
  { input: failed({ ...refused, port: 80 }), url: 'https://a.example/v2', expected: false },
  { input: failed({ ...refused, port: 80 }), url: 'http://a.example/v2', expected: true },
  { input: failed({ ...refused, port: 443 }), url: 'http://a.example/v2', expected: false },
  { input: failed({ ...refused, port: 4020 }), url: 'http://127.0.0.1:4020/v2', expected: true },
  { input: failed({ ...refused, port: 4021 }), url: 'http://127.0.0.1:4020/v2', expected: false },
  { input: failed({ code: 'ENOTFOUND', hostname: 'a.example' }), url: 'https://a.example/v2', expected: true },
  { input: failed({ code: 'ENOTFOUND', hostname: 'other.example' }), url: 'https://a.example/v2', expected: false },
  { input: failed({ code: 'ENOTFOUND', hostname: 'other.example', port: 443 }), url: 'https://a.example/v2', expected: false },
  { input: failed({ code: 'EAI_AGAIN' }), url: 'https://a.example/v2', expected: true },
  { input: failed({ code: 'EHOSTUNREACH' }), url: 'https://a.example/v2', expected: true },
  { input: failed({ code: 'UND_ERR_CONNECT_TIMEOUT' }), url: 'https://a.example/v2', expected: true },
  // Bun's error has the code directly.
  { input: new Error('no answer', { cause: { code: 'ConnectionRefused' } }), url: 'https://a.example/v2', expected: true },
  { input: failed({ code: 'ECONNRESET' }), url: 'https://a.example/v2', expected: false },
  { input: failed({ code: 'XECONNREFUSED' }), url: 'https://a.example/v2', expected: false },
  { input: failed({}), url: 'https://a.example/v2', expected: false },
  { input: new Error('no answer'), url: 'https://a.example/v2', expected: false },
  { input: undefined, url: 'https://a.example/v2', expected: false },
])('$input.cause.cause of $url: $expected', ({ input, url, expected }) => {
  expect(isUnsent(input, url)).toBe(expected)
})

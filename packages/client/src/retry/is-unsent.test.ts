import { expect, test } from 'vitest'
import { isUnsent } from './is-unsent.ts'

const failed = (cause: object) => new Error('no answer', { cause: new TypeError('fetch failed', { cause }) })
const refused = { code: 'ECONNREFUSED' }

test.each([
  // Node says which server it was; names without a port are of a look-up.
  { given: failed({ ...refused, port: 443 }), url: 'https://a.example/v2', want: true },
  { given: failed({ ...refused, port: 80 }), url: 'https://a.example/v2', want: false },
  { given: failed({ ...refused, port: 80 }), url: 'http://a.example/v2', want: true },
  { given: failed({ ...refused, port: 443 }), url: 'http://a.example/v2', want: false },
  { given: failed({ ...refused, port: 4020 }), url: 'http://127.0.0.1:4020/v2', want: true },
  { given: failed({ ...refused, port: 4021 }), url: 'http://127.0.0.1:4020/v2', want: false },
  { given: failed({ code: 'ENOTFOUND', hostname: 'a.example' }), url: 'https://a.example/v2', want: true },
  { given: failed({ code: 'ENOTFOUND', hostname: 'other.example' }), url: 'https://a.example/v2', want: false },
  { given: failed({ code: 'ENOTFOUND', hostname: 'other.example', port: 443 }), url: 'https://a.example/v2', want: false },
  { given: failed({ code: 'EAI_AGAIN' }), url: 'https://a.example/v2', want: true },
  { given: failed({ code: 'EHOSTUNREACH' }), url: 'https://a.example/v2', want: true },
  { given: failed({ code: 'UND_ERR_CONNECT_TIMEOUT' }), url: 'https://a.example/v2', want: true },
  // Bun's error has the code itself.
  { given: new Error('no answer', { cause: { code: 'ConnectionRefused' } }), url: 'https://a.example/v2', want: true },
  { given: failed({ code: 'ECONNRESET' }), url: 'https://a.example/v2', want: false },
  { given: failed({ code: 'XECONNREFUSED' }), url: 'https://a.example/v2', want: false },
  { given: failed({}), url: 'https://a.example/v2', want: false },
  { given: new Error('no answer'), url: 'https://a.example/v2', want: false },
  { given: undefined, url: 'https://a.example/v2', want: false },
])('$given.cause.cause of $url: $want', ({ given, url, want }) => {
  expect(isUnsent(given, url)).toBe(want)
})

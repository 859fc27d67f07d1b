/** Addresses and headers that are meant to lead elsewhere, or too long. */
import { type HostileCase, write } from './malformed-case.ts'

const ids: readonly (readonly [id: string, status: number])[] = [
  ['%00', 404],
  ['a%00b', 404],
  ['..', 404],
  ['%2e%2e', 404],
  ['..%2f..%2fetc%2fpasswd', 404],
  ['..%5c..%5cwindows', 404],
  ['%252e%252e', 404],
  ['%', 400],
  ['%zz', 400],
  ['%ff', 400],
  ['%c0%ae', 400],
  ['%ed%a0%80', 400],
  ['%e2%80%ae', 404],
  ['__proto__', 404],
  ['constructor', 404],
  ['toString', 404],
  ['%27%20OR%201%3D1%20--', 404],
  ['%0d%0aSet-Cookie:%20a=b', 404],
  ['x'.repeat(8000), 404],
]

const queries: readonly (readonly [query: string, status: number])[] = [
  ['__proto__=1', 200],
  ['__proto__[polluted]=1', 200],
  ['constructor.prototype.polluted=1', 200],
  ['per_page=1&per_page=2', 422],
  ['per_page[]=1', 200],
  ['per_page=1e400', 422],
  ['per_page=9007199254740993', 422],
  ['per_page=0x10', 200],
  ['page=-1', 422],
  ['page=%00', 422],
  ['%ff=%ff', 200],
  ['&&&===&', 200],
  [`${'a=1&'.repeat(3000)}`, 200],
  // Past the last page, as everything is from some number on.
  [`page=${'9'.repeat(400)}`, 200],
]

const gets = (token: string, path: string, headers: readonly string[] = []) => [write(token, `GET ${path}`, headers)]

export function listAddressCases(token: string): HostileCase[] {
  return [
    ...ids.map(([id, status]) => ({ given: `the id ${id.slice(0, 40)}`, send: gets(token, `/v2/tags/${id}`), want: [status] })),
    ...queries.map(([query, status]) => ({
      given: `the query ${query.slice(0, 40)}`,
      send: gets(token, `/v2/tags?${query}`),
      want: [status],
    })),
    ...headers.map(({ path = '/v2/tags', sent = [], ...more }) => ({ ...more, send: gets(token, path, sent) })),
    ...listHostCases(token),
  ]
}

/** Requests whose address or headers are these. */
const headers: readonly (Omit<HostileCase, 'send'> & { readonly path?: string; readonly sent?: readonly string[] })[] = [
  { given: 'an address of 64 KiB', path: `/v2/tags/${'a'.repeat(65_536)}`, want: [431], closes: true },
  { given: 'a query of 64 KiB', path: `/v2/tags?a=${'a'.repeat(65_536)}`, want: [431], closes: true },
  { given: 'a header of 20 KiB', sent: [`X-Large: ${'a'.repeat(20_480)}`], want: [431], closes: true },
  {
    given: '3,000 headers',
    sent: Array.from({ length: 3000 }, (_, n) => `h${n}: 1`),
    want: [431],
    closes: true,
  },
  {
    given: 'the headers __proto__ and constructor',
    sent: ['__proto__: x', 'constructor: y', 'hasownproperty: z'],
    want: [200],
  },
  { given: 'NUL in a header', sent: ['X-Note: a\0b'], want: [400], closes: true },
  { given: 'raw bytes in a header', sent: ['X-Note: \xff\xfe'], want: [200] },
  { given: 'raw bytes in the address', path: '/v2/tags/\xff', want: [400], closes: true },
  { given: 'a fragment in the address', path: '/v2/tags#part', want: [404] },
  { given: 'a control character in the address', path: '/v2/ta\x01gs', want: [400], closes: true },
]

function listHostCases(token: string): HostileCase[] {
  return [
    {
      given: 'a token of 10 KiB',
      send: [Buffer.from(`GET /v2/tags HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${'a'.repeat(10_240)}\r\n\r\n`)],
      want: [401],
    },
    {
      given: 'a Host of markup',
      send: [Buffer.from(`GET /v2/tags?per_page=1 HTTP/1.1\r\nHost: <script>\r\nAuthorization: Bearer ${token}\r\n\r\n`)],
      want: [200],
    },
    { given: 'the controls from another site', send: gets(token, '/_sandbox/info', ['Origin: https://evil.example']), want: [403] },
    {
      given: 'the controls by another name',
      send: [Buffer.from('GET /_sandbox/info HTTP/1.1\r\nHost: evil.example\r\n\r\n')],
      want: [403],
    },
    {
      given: 'an absolute address of the control under another host',
      send: [Buffer.from('GET http://evil.example/_sandbox/info HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')],
      want: [403],
    },
  ]
}

/** Hostile or oversized URLs and headers. */
import { type MalformedCase, formatRawRequest } from './malformed-case.ts'

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
  // Beyond the last page.
  [`page=${'9'.repeat(400)}`, 200],
]

const createGetSteps = (token: string, path: string, headers: readonly string[] = []) => [formatRawRequest(token, `GET ${path}`, headers)]

export function listUrlCases(token: string): MalformedCase[] {
  return [
    ...ids.map(([id, status]) => ({
      name: `the id ${id.slice(0, 40)}`,
      steps: createGetSteps(token, `/v2/tags/${id}`),
      expectedStatuses: [status],
    })),
    ...queries.map(([query, status]) => ({
      name: `the query ${query.slice(0, 40)}`,
      steps: createGetSteps(token, `/v2/tags?${query}`),
      expectedStatuses: [status],
    })),
    ...headers.map(({ path = '/v2/tags', headers = [], ...more }) => ({ ...more, steps: createGetSteps(token, path, headers) })),
    ...listHostCases(token),
  ]
}

/** Requests with these paths and headers. */
const headers: readonly (Omit<MalformedCase, 'steps'> & { readonly path?: string; readonly headers?: readonly string[] })[] = [
  { name: 'an address of 64 KiB', path: `/v2/tags/${'a'.repeat(65_536)}`, expectedStatuses: [431], closesConnection: true },
  { name: 'a query of 64 KiB', path: `/v2/tags?a=${'a'.repeat(65_536)}`, expectedStatuses: [431], closesConnection: true },
  { name: 'a header of 20 KiB', headers: [`X-Large: ${'a'.repeat(20_480)}`], expectedStatuses: [431], closesConnection: true },
  {
    name: '3,000 headers',
    headers: Array.from({ length: 3000 }, (_, n) => `h${n}: 1`),
    expectedStatuses: [431],
    closesConnection: true,
  },
  {
    name: 'the headers __proto__ and constructor',
    headers: ['__proto__: x', 'constructor: y', 'hasownproperty: z'],
    expectedStatuses: [200],
  },
  { name: 'NUL in a header', headers: ['X-Note: a\0b'], expectedStatuses: [400], closesConnection: true },
  { name: 'raw bytes in a header', headers: ['X-Note: \xff\xfe'], expectedStatuses: [200] },
  { name: 'raw bytes in the address', path: '/v2/tags/\xff', expectedStatuses: [400], closesConnection: true },
  { name: 'a fragment in the address', path: '/v2/tags#part', expectedStatuses: [404] },
  { name: 'a control character in the address', path: '/v2/ta\x01gs', expectedStatuses: [400], closesConnection: true },
]

function listHostCases(token: string): MalformedCase[] {
  return [
    {
      name: 'a token of 10 KiB',
      steps: [Buffer.from(`GET /v2/tags HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${'a'.repeat(10_240)}\r\n\r\n`)],
      expectedStatuses: [401],
    },
    {
      name: 'a Host of markup',
      steps: [Buffer.from(`GET /v2/tags?per_page=1 HTTP/1.1\r\nHost: <script>\r\nAuthorization: Bearer ${token}\r\n\r\n`)],
      expectedStatuses: [403],
    },
    {
      name: 'the controls from another site',
      steps: createGetSteps(token, '/_sandbox/info', ['Origin: https://evil.example']),
      expectedStatuses: [403],
    },
    {
      name: 'the control API as an image of another site',
      steps: createGetSteps(token, '/_sandbox/info', ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors']),
      expectedStatuses: [403],
    },
    ...['/_sandbox/info', '/v2/account', '/v1/models'].map((path) => ({
      name: `${path} under another host name`,
      steps: [Buffer.from(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer ${token}\r\n\r\n`)],
      expectedStatuses: [403],
    })),
    {
      name: 'an absolute address of the control under another host',
      steps: [Buffer.from('GET http://evil.example/_sandbox/info HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')],
      expectedStatuses: [403],
    },
  ]
}

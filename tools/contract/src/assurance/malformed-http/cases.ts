/** Malformed, hostile and unusual requests, and the statuses that answer them. */
import type { SendStep } from './exchange-bytes.ts'

export interface MalformedCase {
  readonly name: string
  readonly steps: readonly SendStep[]
  /** Statuses of the responses in order. Empty: the connection may only end. */
  readonly statuses: readonly number[]
  /** Text in the last response. */
  readonly text?: string
  /** The server closes the connection, because later bytes would be ambiguous. */
  readonly closes?: boolean
}

const mebibyte = 1024 * 1024
const pipelinedCount = 64
const tags = 'POST /v2/tags'
const json = 'Content-Type: application/json'
/** Names that every object inherits. */
const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '\\u005f_proto__', '']

const unreadableBodies = [
  [
    '{',
    '{"name":',
    '{"name":"a",}',
    "{'name':'a'}",
    '{"name":"a"} {"name":"b"}',
    '{name:"a"}',
    '{"name":NaN}',
    '{"name":01}',
    '// {}',
    '   ',
    '"',
  ],
  // Characters that no string may have.
  ['{"name":"\u0007"}', '{"name":"\\x41"}', '\uFEFF{"name":"a"}', '{"name":"\\ud800"}', '{"name":"a\\u0000b"}'],
  // Too deep, or too many values.
  ['['.repeat(500_000), '{"a":'.repeat(150_000), `${'['.repeat(101)}${']'.repeat(101)}`],
  [`{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join()}}`],
].flat()
const otherShapes = [
  ['[]', 'null', '"storefront"', '42', 'true', '{}', '{"name":null}', '{"name":["a"]}', '{"name":{"name":"a"}}'],
  // As deep and as large as is accepted.
  [`${'['.repeat(100)}${']'.repeat(100)}`, `{"name":"${'!'.repeat(mebibyte - 11)}"}`],
  // A tag has none of these properties, so the name is missing.
  ['{"__proto__":{"name":"inherited"}}'],
  keys.flatMap((key) => ['{"polluted":1}', '{"prototype":{"polluted":1}}', 'null', '"x"'].map((value) => `{"${key}":${value}}`)),
].flat()
const numbers = ['1e400', '-1e400', '9007199254740993', '1e-400', '-0', '0.1', '16385', '1'.repeat(10_000), '"100"', '1e2000000']
/** Invalid UTF-8, and UTF-16. */
const wrongBytes = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82], [0x80], [0, 0x7b, 0, 0x7d]]
const ids = {
  404: [
    ['%00', 'a%00b', '..', '%2e%2e', '..%2f..%2fetc%2fpasswd', '..%5c..%5cwindows', '%252e%252e', '%e2%80%ae', 'x'.repeat(8000)],
    ['__proto__', 'constructor', 'toString', '%27%20OR%201%3D1%20--', '%0d%0aSet-Cookie:%20a=b'],
  ].flat(),
  400: ['%', '%zz', '%ff', '%c0%ae', '%ed%a0%80'],
}
const queries = {
  200: [
    ['__proto__=1', '__proto__[polluted]=1', 'constructor.prototype.polluted=1'],
    ['per_page[]=1', 'per_page=0x10', '%ff=%ff', '&&&===&', 'a=1&'.repeat(3000), `page=${'9'.repeat(400)}`],
  ].flat(),
  422: ['per_page=1&per_page=2', 'per_page=1e400', 'per_page=9007199254740993', 'page=-1', 'page=%00'],
}

/** Formats a request with only the token and a host added. */
export function formatRawRequest(token: string, line: string, headers: readonly string[] = [], body: string | Uint8Array = ''): Uint8Array {
  const lines = [`${line} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`, ...headers]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

/** One case for each value, by the status that answers it. */
const listEach = <Value>(subject: string, format: (value: Value) => SendStep, byStatus: Readonly<Record<number, readonly Value[]>>) =>
  Object.entries(byStatus).flatMap(([status, values]) =>
    values.map((value): MalformedCase => ({ name: `${subject} ${shorten(value)}`, steps: [format(value)], statuses: [Number(status)] })),
  )

export function listCases(token: string): MalformedCase[] {
  const send = (line: string, headers?: readonly string[], body?: string | Uint8Array) => formatRawRequest(token, line, headers, body)
  const sendJson = (line: string, body: string | Uint8Array, headers: readonly string[] = []) =>
    send(line, [json, `Content-Length: ${Buffer.byteLength(body)}`, ...headers], body)
  return [
    ...listEach('a body', (body) => sendJson(tags, body), { 400: unreadableBodies, 422: otherShapes }),
    ...listEach('a body of the bytes', (bytes) => sendJson(tags, Buffer.from(bytes)), { 400: wrongBytes }),
    ...listEach('size_gigabytes', (size) => sendJson('POST /v2/volumes', `{"name":"a","region":"nyc3","size_gigabytes":${size}}`), {
      422: numbers,
    }),
    ...listEach('the map key', (key) => sendJson('POST /v2/load_balancers', formatBalancer(key)), { 422: keys }),
    ...keys.map((key, number) => ({
      name: `the label ${shorten(key)}`,
      steps: [sendJson('POST /v2/kubernetes/clusters', formatCluster(key, number))],
      statuses: [201],
      text: `"labels":${JSON.stringify(JSON.parse(`{"${key}":"x"}`))}`,
    })),
    ...listEach('a body in', (encoding) => sendJson(tags, '{"name":"packed"}', [`Content-Encoding: ${encoding}`]), {
      415: ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'x-unheard-of'],
      201: ['identity'],
    }),
    ...listEach('the type', (type) => send(tags, [`Content-Type: ${type}`, 'Content-Length: 2'], '{}'), {
      415: ['text/xml', '/;;=', `application/${'x'.repeat(8000)}`],
    }),
    ...listEach('the id', (id) => send(`GET /v2/tags/${id}`), ids),
    ...listEach('the query', (query) => send(`GET /v2/tags?${query}`), queries),
    ...listEach('the host', (host) => Buffer.from(`GET /v2/account HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`), {
      403: ['<script>', 'evil.example'],
    }),
    ...listRequestCases(send),
    ...listConnectionCases(send),
  ]
}

const formatCluster = (key: string, number: number) =>
  `{"name":"hostile-${number}","region":"nyc1","version":"latest","node_pools":[{"name":"p","size":"s-2vcpu-4gb","count":1,"labels":{"${key}":"x"}}]}`
const formatBalancer = (key: string) =>
  `{"name":"hostile","type":"GLOBAL","glb_settings":{"target_protocol":"http","target_port":80,"region_priorities":{"${key}":1}}}`

type Format = (line: string, headers?: readonly string[], body?: string | Uint8Array) => Uint8Array

/** Unusual targets, headers and sizes. */
function listRequestCases(send: Format): MalformedCase[] {
  const get = 'GET /v2/tags'
  const large = { statuses: [431], closes: true }
  const unreadable = { statuses: [400], closes: true }
  return [
    {
      name: 'the same key twice: the last counts',
      steps: [send(tags, [json, 'Content-Length: 27'], '{"name":"!","name":"twice"}')],
      statuses: [201],
    },
    { name: 'no body where one is needed', steps: [send(tags, [json])], statuses: [422] },
    { name: 'a body of more than 1 MiB', steps: [send(tags, [json, `Content-Length: ${mebibyte + 1}`])], statuses: [413], closes: true },
    {
      name: 'a body of 9 exabytes',
      steps: [send(tags, [json, 'Content-Length: 9000000000000000000'], '{')],
      statuses: [413],
      closes: true,
    },
    { name: 'an address of 64 KiB', steps: [send(`${get}/${'a'.repeat(65_536)}`)], ...large },
    { name: 'a header of 20 KiB', steps: [send(get, [`X-Large: ${'a'.repeat(20_480)}`])], ...large },
    {
      name: '3,000 headers',
      steps: [
        send(
          get,
          Array.from({ length: 3000 }, (_, n) => `h${n}: 1`),
        ),
      ],
      ...large,
    },
    { name: 'the header __proto__', steps: [send(get, ['__proto__: x', 'constructor: y'])], statuses: [200] },
    { name: 'NUL in a header', steps: [send(get, ['X-Note: a\0b'])], ...unreadable },
    { name: 'raw bytes in a header', steps: [send(get, ['X-Note: \xff\xfe'])], statuses: [200] },
    { name: 'raw bytes in the address', steps: [send(`${get}/\xff`)], ...unreadable },
    { name: 'a fragment in the address', steps: [send(`${get}#part`)], statuses: [404] },
    { name: 'an absolute address', steps: [send('GET http://127.0.0.1/v2/tags?per_page=1')], statuses: [200] },
    { name: 'an absolute address without a path', steps: [send('GET http://127.0.0.1')], statuses: [404] },
    { name: 'the control API under another host', steps: [send('GET http://evil.example/_sandbox/info')], statuses: [403] },
    { name: 'OPTIONS *', steps: [send('OPTIONS *')], statuses: [204] },
    { name: 'CONNECT', steps: [send('CONNECT evil.example:443')], statuses: [], closes: true },
    { name: 'TRACE', steps: [send('TRACE /v2/tags')], statuses: [405] },
    { name: 'an upgrade', steps: [send(get, ['Connection: Upgrade', 'Upgrade: websocket'])], statuses: [200] },
    { name: 'a method in another header', steps: [send(get, ['X-HTTP-Method-Override: DELETE'])], statuses: [200] },
    { name: 'Expect: something else', steps: [send(tags, ['Expect: a-miracle'])], statuses: [417], closes: true },
  ]
}

/** Sequences of requests, and connections that break. */
function listConnectionCases(send: Format): MalformedCase[] {
  const get = send('GET /v2/tags')
  const body = '{"name":"!"}'
  const partial = send(tags, [json, 'Content-Length: 500'], body)
  /** Bytes that a vulnerable server reads as a second request. */
  const smuggled = Buffer.from(send('GET /v2/account')).toString('latin1')
  const both = send(tags, [json, 'Content-Length: 4', 'Transfer-Encoding: chunked'], `c\r\n${body}\r\n0\r\n\r\n${smuggled}`)
  return [
    {
      name: 'a GET whose body is a request',
      steps: [send('GET /v2/tags', [`Content-Length: ${smuggled.length}`], smuggled)],
      statuses: [200],
    },
    { name: 'Content-Length with Transfer-Encoding', steps: [both], statuses: [400], closes: true },
    { name: 'HTTP/2', steps: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], statuses: [400], closes: true },
    { name: 'TLS', steps: [Buffer.from('16030100a5010000a10303', 'hex'), Buffer.alloc(160, 7)], statuses: [400], closes: true },
    {
      name: `${pipelinedCount} requests in one packet`,
      steps: [Buffer.concat(Array.from({ length: pipelinedCount }, () => get))],
      statuses: Array.from({ length: pipelinedCount }, () => 200),
    },
    {
      name: 'a good request after a refused one',
      steps: [Buffer.concat([send(tags, [json, 'Content-Length: 1'], '{'), get])],
      statuses: [400, 200],
    },
    {
      name: 'an unreadable request after a good one',
      steps: [Buffer.concat([get, Buffer.from('\0\0\0\r\n\r\n')])],
      statuses: [200, 400],
      closes: true,
    },
    {
      name: 'Expect: 100-continue',
      steps: [send(tags, [json, 'Content-Length: 12', 'Expect: 100-continue']), { pause: 50 }, body],
      statuses: [100, 400],
    },
    { name: 'half a connection, after the request', steps: [get, { end: 'half' }], statuses: [200] },
    { name: 'half a connection, within the body', steps: [partial, { end: 'half' }], statuses: [400], closes: true },
    { name: 'a connection torn within the headers', steps: [get.subarray(0, 40), { end: 'reset' }], statuses: [] },
    { name: 'a connection torn within the body', steps: [partial, { pause: 10 }, { end: 'reset' }], statuses: [] },
    { name: 'a connection torn after the request', steps: [get, { end: 'reset' }], statuses: [] },
    { name: 'a connection that says nothing', steps: [{ end: 'half' }], statuses: [], closes: true },
  ]
}

/** Sends one byte at a time, and never the last. */
const sendSlowly = (text: string): SendStep[] => [...text].flatMap((each) => [each, { pause: 150 }])

/** For a server with a timeout of one second. */
export function listSlowCases(token: string): MalformedCase[] {
  const body = '{"name":"!"}'
  const post = formatRawRequest(token, tags, [json, 'Content-Length: 12'])
  const chunked = formatRawRequest(token, tags, ['Transfer-Encoding: chunked'])
  const late = { statuses: [408], closes: true }
  return [
    { name: 'headers that never end', steps: sendSlowly('GET /v2/tags HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '), ...late },
    { name: 'a body that never ends', steps: [post, ...sendSlowly(body.slice(1))], ...late },
    { name: 'chunks that never end', steps: [chunked, ...sendSlowly('1\r\n{\r\n1\r\n"\r\n')], ...late },
    { name: 'nothing at all', steps: [], ...late },
    { name: 'a body that comes in time', steps: [post, body.slice(0, 4), { pause: 300 }, body.slice(4)], statuses: [400] },
  ]
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 20)}… (${text.length} characters)` : text
}

/** Messages that disagree with themselves about where they end, or come in ways that clients seldom use. */
import type { Step } from './exchange-bytes.ts'
import { type HostileCase, write, writeJson } from './hostile-case.ts'

const many = 64
const body = '{"name":"!"}'
const whole = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
const json = 'Content-Type: application/json'

/** What all of them are written with. */
interface Sender {
  readonly token: string
  readonly get: Uint8Array
  readonly posts: (headers: readonly string[], sent: string) => readonly Step[]
  readonly chunked: (sent: string) => readonly Step[]
  /** What a server that reads on takes for the next request. */
  readonly smuggled: string
}

export function listFramingCases(token: string): HostileCase[] {
  const posts: Sender['posts'] = (headers, sent) => [write(token, 'POST /v2/tags', [json, ...headers], sent)]
  const sender: Sender = {
    token,
    get: write(token, 'GET /v2/tags'),
    posts,
    chunked: (sent) => posts(['Transfer-Encoding: chunked'], sent),
    smuggled: `GET /v2/account HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  }
  return [
    ...listChunkCases(sender),
    ...listLengthCases(sender),
    ...listSequenceCases(sender),
    ...listVersionCases(sender),
    ...listTargetCases(sender),
    ...listConnectionCases(sender),
  ]
}

const refused = (given: string, send: readonly Step[]): HostileCase => ({ given, send, want: [400], closes: true })
const alone = (text: string) => [Buffer.from(text, 'latin1')]

function listChunkCases({ chunked }: Sender): HostileCase[] {
  return [
    { given: 'chunks', send: chunked(whole), want: [400] },
    { given: 'a chunk with an extension', send: chunked(`${body.length.toString(16)};a=b\r\n${body}\r\n0\r\n\r\n`), want: [400] },
    { given: 'chunks and a trailer', send: chunked(`${body.length.toString(16)}\r\n${body}\r\n0\r\nX-Note: a\r\n\r\n`), want: [400] },
    { given: 'one byte in each chunk', send: chunked(`${[...body].map((each) => `1\r\n${each}\r\n`).join('')}0\r\n\r\n`), want: [400] },
    refused('a chunk of no size', chunked(`\r\n${body}\r\n0\r\n\r\n`)),
    refused('a chunk of a size that is no number', chunked(`zz\r\n${body}\r\n0\r\n\r\n`)),
    refused('a chunk of a negative size', chunked(`-c\r\n${body}\r\n0\r\n\r\n`)),
    refused('a chunk larger than it says', chunked(`2\r\n${body}\r\n0\r\n\r\n`)),
    refused('a chunk of more than 64 bits', chunked(`fffffffffffffffff\r\n${body}\r\n0\r\n\r\n`)),
    refused('chunks with bare line feeds', chunked(`c\n${body}\n0\n\n`)),
    {
      given: 'a chunk of 16 KiB of extensions',
      send: chunked(`c;${'a'.repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`),
      want: [413],
      closes: true,
    },
  ]
}

function listLengthCases({ posts, smuggled }: Sender): HostileCase[] {
  return [
    refused('Content-Length with Transfer-Encoding', posts([`Content-Length: 4`, 'Transfer-Encoding: chunked'], `${whole}${smuggled}`)),
    refused('Transfer-Encoding with Content-Length', posts(['Transfer-Encoding: chunked', 'Content-Length: 4'], `${whole}${smuggled}`)),
    refused('two lengths that differ', posts(['Content-Length: 12', 'Content-Length: 4'], `${body}${smuggled}`)),
    refused('the same length twice', posts(['Content-Length: 12', 'Content-Length: 12'], `${body}${smuggled}`)),
    refused('two lengths in one header', posts(['Content-Length: 12, 12'], `${body}${smuggled}`)),
    refused('a negative length', posts(['Content-Length: -1'], body)),
    refused('a length with a sign', posts(['Content-Length: +12'], body)),
    refused('a length that is no number', posts(['Content-Length: 0xc'], body)),
    refused('a length of more than 64 bits', posts(['Content-Length: 99999999999999999999999'], body)),
    refused('an encoding that is not chunked', posts(['Transfer-Encoding: identity'], `${body}${smuggled}`)),
    refused('chunked, and then something else', posts(['Transfer-Encoding: chunked, identity'], `${whole}${smuggled}`)),
    refused('Transfer-Encoding with a tab before its colon', posts(['Transfer-Encoding\t: chunked'], whole)),
  ]
}

function listSequenceCases({ token, get, posts, smuggled }: Sender): HostileCase[] {
  return [
    { given: 'GET with a body', send: [write(token, 'GET /v2/tags', ['Content-Length: 12'], body), get], want: [200, 200] },
    {
      given: 'GET with a body that looks like a request',
      send: [write(token, 'GET /v2/tags', [`Content-Length: ${smuggled.length}`], smuggled)],
      want: [200],
    },
    {
      given: `${many} requests in one packet`,
      send: [Buffer.concat(Array.from({ length: many }, () => get))],
      want: Array.from({ length: many }, () => 200),
    },
    { given: 'a good request after a refused one', send: [Buffer.concat([writeJson(token, 'POST /v2/tags', '{'), get])], want: [400, 200] },
    {
      given: 'an unreadable request after a good one',
      send: [Buffer.concat([get, Buffer.from('\0\0\0\r\n\r\n')])],
      want: [200, 400],
      closes: true,
    },
    { given: 'a request byte by byte', send: [...get].map((each) => Uint8Array.of(each)), want: [200] },
    { given: 'a request in two halves', send: [get.subarray(0, 30), { pause: 50 }, get.subarray(30)], want: [200] },
    { given: 'empty lines before a request', send: ['\r\n\r\n', get], want: [200] },
    {
      given: 'Expect: 100-continue',
      send: [write(token, 'POST /v2/tags', [json, 'Content-Length: 12', 'Expect: 100-continue']), { pause: 50 }, body],
      want: [100, 400],
    },
    { given: 'Expect: something else', send: posts(['Content-Length: 12', 'Expect: a-miracle'], body), want: [417], closes: true },
  ]
}

/** Of another HTTP, with another method, or no HTTP at all. */
function listVersionCases({ token }: Sender): HostileCase[] {
  return [
    { given: 'HTTP/1.0', send: alone(`GET /v2/tags HTTP/1.0\r\nAuthorization: Bearer ${token}\r\n\r\n`), want: [200], closes: true },
    {
      given: 'HTTP/1.0, kept alive',
      send: alone(`GET /v2/tags HTTP/1.0\r\nConnection: keep-alive\r\nAuthorization: Bearer ${token}\r\n\r\n`),
      want: [200],
    },
    refused('HTTP/1.1 without Host', alone(`GET /v2/tags HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n\r\n`)),
    refused('two Hosts', alone(`GET /v2/tags HTTP/1.1\r\nHost: a\r\nHost: b\r\nAuthorization: Bearer ${token}\r\n\r\n`)),
    refused('HTTP/0.9', alone('GET /v2/tags\r\n\r\n')),
    refused('HTTP/2', alone('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')),
    refused('HTTP/1.2', alone('GET /v2/tags HTTP/1.2\r\nHost: a\r\n\r\n')),
    refused('HTTP/3.7', alone('GET /v2/tags HTTP/3.7\r\nHost: a\r\n\r\n')),
    refused('a method in small letters', [write(token, 'get /v2/tags')]),
    refused('a method that nobody has heard of', [write(token, 'FROBNICATE /v2/tags')]),
    refused('no method', alone(' /v2/tags HTTP/1.1\r\nHost: a\r\n\r\n')),
    refused('a method of 10 KiB', [write(token, `${'A'.repeat(10_240)} /v2/tags`)]),
    refused('TLS', [Buffer.from('16030100a5010000a10303', 'hex'), Buffer.alloc(160, 7)]),
    refused('a greeting by SMTP', alone('EHLO mail.example\r\n')),
    refused('nothing but NUL', [Buffer.alloc(4096)]),
  ]
}

function listTargetCases({ token }: Sender): HostileCase[] {
  return [
    { given: 'an absolute address', send: [write(token, 'GET http://127.0.0.1/v2/tags?per_page=1')], want: [200] },
    { given: 'an absolute address without a path', send: [write(token, 'GET http://127.0.0.1')], want: [404] },
    { given: 'OPTIONS *', send: [write(token, 'OPTIONS *')], want: [204] },
    { given: 'CONNECT', send: [write(token, 'CONNECT evil.example:443')], want: [], closes: true },
    { given: 'TRACE', send: [write(token, 'TRACE /v2/tags')], want: [405] },
    { given: 'an upgrade', send: [write(token, 'GET /v2/tags', ['Connection: Upgrade', 'Upgrade: websocket'])], want: [200] },
    { given: 'a method in another header', send: [write(token, 'GET /v2/tags', ['X-HTTP-Method-Override: DELETE'])], want: [200] },
  ]
}

function listConnectionCases({ get, posts }: Sender): HostileCase[] {
  return [
    { given: 'half a connection, after the request', send: [get, { end: 'half' }], want: [200] },
    {
      given: 'half a connection, within the body',
      send: [...posts(['Content-Length: 500'], body), { end: 'half' }],
      want: [400],
      closes: true,
    },
    { given: 'a connection torn within the headers', send: [get.subarray(0, 40), { end: 'reset' }], want: [] },
    {
      given: 'a connection torn within the body',
      send: [...posts(['Content-Length: 500'], body), { pause: 10 }, { end: 'reset' }],
      want: [],
    },
    { given: 'a connection torn after the request', send: [get, { end: 'reset' }], want: [] },
    { given: 'a connection that says nothing', send: [{ end: 'half' }], want: [], closes: true },
  ]
}

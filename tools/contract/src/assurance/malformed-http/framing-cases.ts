/** Messages that no client sends, pipelined requests, unusual targets and torn connections. */
import type { Step } from './exchange-bytes.ts'
import { type HostileCase, write, formatJson } from './malformed-case.ts'

const many = 64
const body = '{"name":"!"}'
const whole = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
const json = 'Content-Type: application/json'

/** What all of them are written with. */
interface Sender {
  readonly token: string
  readonly get: Uint8Array
  readonly posts: (headers: readonly string[], sent: string) => readonly Step[]
  /** What a server that reads on takes for the next request. */
  readonly smuggled: string
}

export function listFramingCases(token: string): HostileCase[] {
  const posts: Sender['posts'] = (headers, sent) => [write(token, 'POST /v2/tags', [json, ...headers], sent)]
  const sender: Sender = {
    token,
    get: write(token, 'GET /v2/tags'),
    posts,
    smuggled: `GET /v2/account HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  }
  return [...listUnreadableCases(sender), ...listSequenceCases(sender), ...listTargetCases(sender), ...listConnectionCases(sender)]
}

const refused = (given: string, send: readonly Step[]): HostileCase => ({ given, send, want: [400], closes: true })
const alone = (text: string) => [Buffer.from(text, 'latin1')]

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
    {
      given: 'a good request after a refused one',
      send: [Buffer.concat([formatJson(token, 'POST /v2/tags', '{'), get])],
      want: [400, 200],
    },
    {
      given: 'an unreadable request after a good one',
      send: [Buffer.concat([get, Buffer.from('\0\0\0\r\n\r\n')])],
      want: [200, 400],
      closes: true,
    },
    {
      given: 'Expect: 100-continue',
      send: [write(token, 'POST /v2/tags', [json, 'Content-Length: 12', 'Expect: 100-continue']), { pause: 50 }, body],
      want: [100, 400],
    },
    { given: 'Expect: something else', send: posts(['Content-Length: 12', 'Expect: a-miracle'], body), want: [417], closes: true },
  ]
}

/** One of each kind of message that Node's parser rejects: the answer is ours. */
function listUnreadableCases({ posts, smuggled }: Sender): HostileCase[] {
  return [
    refused('Content-Length with Transfer-Encoding', posts([`Content-Length: 4`, 'Transfer-Encoding: chunked'], `${whole}${smuggled}`)),
    refused('HTTP/2', alone('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')),
    refused('TLS', [Buffer.from('16030100a5010000a10303', 'hex'), Buffer.alloc(160, 7)]),
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

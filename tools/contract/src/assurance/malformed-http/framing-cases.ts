/** Invalid messages, pipelined requests, unusual targets and broken connections. */
import type { SendStep } from './exchange-bytes.ts'
import { type MalformedCase, formatRawRequest, formatRawJsonRequest } from './malformed-case.ts'

const pipelinedCount = 64
const body = '{"name":"!"}'
const chunkedBody = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
const json = 'Content-Type: application/json'

/** Parts of the requests. */
interface RequestParts {
  readonly token: string
  readonly get: Uint8Array
  readonly posts: (headers: readonly string[], sent: string) => readonly SendStep[]
  /** Bytes that a vulnerable server reads as a second request. */
  readonly smuggled: string
}

export function listFramingCases(token: string): MalformedCase[] {
  const posts: RequestParts['posts'] = (headers, sent) => [formatRawRequest(token, 'POST /v2/tags', [json, ...headers], sent)]
  const sender: RequestParts = {
    token,
    get: formatRawRequest(token, 'GET /v2/tags'),
    posts,
    smuggled: `GET /v2/account HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  }
  return [...listUnreadableCases(sender), ...listSequenceCases(sender), ...listTargetCases(sender), ...listConnectionCases(sender)]
}

const createRejectedCase = (name: string, steps: readonly SendStep[]): MalformedCase => ({
  name,
  steps,
  expectedStatuses: [400],
  closesConnection: true,
})
const toSteps = (text: string) => [Buffer.from(text, 'latin1')]

function listSequenceCases({ token, get, posts, smuggled }: RequestParts): MalformedCase[] {
  return [
    {
      name: 'GET with a body',
      steps: [formatRawRequest(token, 'GET /v2/tags', ['Content-Length: 12'], body), get],
      expectedStatuses: [200, 200],
    },
    {
      name: 'GET with a body that looks like a request',
      steps: [formatRawRequest(token, 'GET /v2/tags', [`Content-Length: ${smuggled.length}`], smuggled)],
      expectedStatuses: [200],
    },
    {
      name: `${pipelinedCount} requests in one packet`,
      steps: [Buffer.concat(Array.from({ length: pipelinedCount }, () => get))],
      expectedStatuses: Array.from({ length: pipelinedCount }, () => 200),
    },
    {
      name: 'a good request after a refused one',
      steps: [Buffer.concat([formatRawJsonRequest(token, 'POST /v2/tags', '{'), get])],
      expectedStatuses: [400, 200],
    },
    {
      name: 'an unreadable request after a good one',
      steps: [Buffer.concat([get, Buffer.from('\0\0\0\r\n\r\n')])],
      expectedStatuses: [200, 400],
      closesConnection: true,
    },
    {
      name: 'Expect: 100-continue',
      steps: [formatRawRequest(token, 'POST /v2/tags', [json, 'Content-Length: 12', 'Expect: 100-continue']), { pause: 50 }, body],
      expectedStatuses: [100, 400],
    },
    {
      name: 'Expect: something else',
      steps: posts(['Content-Length: 12', 'Expect: a-miracle'], body),
      expectedStatuses: [417],
      closesConnection: true,
    },
  ]
}

/** One of each kind of message that the HTTP parser of Node rejects; the sandbox writes the response. */
function listUnreadableCases({ posts, smuggled }: RequestParts): MalformedCase[] {
  return [
    createRejectedCase(
      'Content-Length with Transfer-Encoding',
      posts([`Content-Length: 4`, 'Transfer-Encoding: chunked'], `${chunkedBody}${smuggled}`),
    ),
    createRejectedCase('HTTP/2', toSteps('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')),
    createRejectedCase('TLS', [Buffer.from('16030100a5010000a10303', 'hex'), Buffer.alloc(160, 7)]),
  ]
}

function listTargetCases({ token }: RequestParts): MalformedCase[] {
  return [
    { name: 'an absolute address', steps: [formatRawRequest(token, 'GET http://127.0.0.1/v2/tags?per_page=1')], expectedStatuses: [200] },
    { name: 'an absolute address without a path', steps: [formatRawRequest(token, 'GET http://127.0.0.1')], expectedStatuses: [404] },
    { name: 'OPTIONS *', steps: [formatRawRequest(token, 'OPTIONS *')], expectedStatuses: [204] },
    { name: 'CONNECT', steps: [formatRawRequest(token, 'CONNECT evil.example:443')], expectedStatuses: [], closesConnection: true },
    { name: 'TRACE', steps: [formatRawRequest(token, 'TRACE /v2/tags')], expectedStatuses: [405] },
    {
      name: 'an upgrade',
      steps: [formatRawRequest(token, 'GET /v2/tags', ['Connection: Upgrade', 'Upgrade: websocket'])],
      expectedStatuses: [200],
    },
    {
      name: 'a method in another header',
      steps: [formatRawRequest(token, 'GET /v2/tags', ['X-HTTP-Method-Override: DELETE'])],
      expectedStatuses: [200],
    },
  ]
}

function listConnectionCases({ get, posts }: RequestParts): MalformedCase[] {
  return [
    { name: 'half a connection, after the request', steps: [get, { end: 'half' }], expectedStatuses: [200] },
    {
      name: 'half a connection, within the body',
      steps: [...posts(['Content-Length: 500'], body), { end: 'half' }],
      expectedStatuses: [400],
      closesConnection: true,
    },
    { name: 'a connection torn within the headers', steps: [get.subarray(0, 40), { end: 'reset' }], expectedStatuses: [] },
    {
      name: 'a connection torn within the body',
      steps: [...posts(['Content-Length: 500'], body), { pause: 10 }, { end: 'reset' }],
      expectedStatuses: [],
    },
    { name: 'a connection torn after the request', steps: [get, { end: 'reset' }], expectedStatuses: [] },
    { name: 'a connection that says nothing', steps: [{ end: 'half' }], expectedStatuses: [], closesConnection: true },
  ]
}

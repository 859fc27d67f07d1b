/** All cases against the sandbox and against a faulty server. */
import { startSandbox } from '@spindrift/sandbox'
import { describe, expect, it } from 'vitest'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import type { ByteExchange } from './exchange-bytes.ts'
import { checkExchange } from './check-exchange.ts'
import { parseResponses } from './parse-responses.ts'
import { runMalformedHttp } from './run-malformed-http.ts'
import type { Target } from './target.ts'

const withoutMetrics = { isAlive: () => true, readMaxMemoryMb: () => undefined }

/** Runs in this process, so that thrown errors reach the test. */
async function startInProcess(seed: number): Promise<Target> {
  const errorOutput: string[] = []
  const { url, credentials, close } = await startSandbox({
    port: 0,
    seed,
    rateLimits: 'off',
    onError: (error) => errorOutput.push(String(error)),
  })
  return {
    ...withoutMetrics,
    url,
    token: credentials().tokens.full,
    errorOutput: () => errorOutput.join('\n'),
    [Symbol.asyncDispose]: close,
  }
}

/** Accepts everything and ignores the request. */
async function startFaultyServer(): Promise<Target> {
  const server = await startHttpServer((request, response) => {
    request.resume()
    response.end('{"meta":{"total":0}}')
  })
  return { ...withoutMetrics, ...server, token: 'any', errorOutput: () => '' }
}

const small = { seed: 7, floodMs: 600 }

describe('malformed requests', () => {
  it('get the expected responses and do not disturb other clients', { timeout: 60_000 }, async () => {
    const { passed, total, findings } = await runMalformedHttp({ ...small, startTarget: startInProcess })
    expect({ findings, passed }).toEqual({ findings: [], passed: total })
    expect(total).toBeGreaterThan(160)
    // A polluted prototype would add the key to every object.
    const inherited = []
    for (const name in {}) inherited.push(name)
    expect(inherited).toEqual([])
  })

  it('report a server that accepts everything', async () => {
    const { passed, findings } = await runMalformedHttp({ ...small, only: 'in gzip', startTarget: startFaultyServer })
    expect(passed).toBe(0)
    expect(findings[0]).toBe(
      'bytes given a body in gzip: expected the documented response, got responses 200 instead of 415: {"meta":{"total":0}}',
    )
  })

  const id = '0b7c4f5e-5d1a-4c8e-9f3b-1a2b3c4d5e6f'
  const formatError = (status: number, headers: string, body: string) =>
    `HTTP/1.1 ${status} No\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`
  const limits = 'ratelimit-limit: 5000\r\nratelimit-remaining: 5000\r\nratelimit-reset: 0\r\n'
  const body = JSON.stringify({ id: 'bad_request', message: 'No.', request_id: id })
  const right = formatError(400, `${limits}x-request-id: ${id}\r\n`, body)
  const parseClosed = (text: string, isClosed = true): ByteExchange => ({ ...parseResponses(Buffer.from(text), isClosed), isClosed })
  const exchanges: readonly { readonly name: string; readonly exchanged: ByteExchange; readonly expected: readonly string[] }[] = [
    { name: 'a correct response', exchanged: parseClosed(right), expected: [] },
    {
      name: 'two responses to one request',
      exchanged: parseClosed(right + right),
      expected: [`responses 400, 400 instead of 400: ${body}`],
    },
    { name: 'no response', exchanged: parseClosed(''), expected: ['responses none instead of 400: '] },
    {
      name: 'half a response',
      exchanged: parseClosed(right.slice(0, -9)),
      expected: ['responses none instead of 400: ', expect.stringMatching(/^\d+ bytes that are no response: /) as string],
    },
    { name: 'a connection that stays open', exchanged: parseClosed(right, false), expected: ['the connection is still open'] },
    {
      name: 'another request_id',
      exchanged: parseClosed(right.replace(`"request_id":"0`, `"request_id":"1`)),
      expected: ['request_id is not x-request-id'],
    },
    { name: 'no limits', exchanged: parseClosed(right.replace('ratelimit-reset: 0\r\n', '')), expected: ['ratelimit-reset is ""'] },
    {
      name: 'an HTML page',
      exchanged: parseClosed(formatError(400, `${limits}x-request-id: ${id}\r\n`, '<h1>No</h1>')),
      expected: ['an error that is not a JSON object: <h1>No</h1>'],
    },
    {
      name: 'an internal error',
      exchanged: parseClosed(right.replace('400', '500')),
      expected: [`responses 500 instead of 400: ${body}`, 'status 500'],
    },
  ]
  it.each(exchanges)('are checked: $name', ({ exchanged, expected }) => {
    expect(checkExchange({ name: '', steps: [], expectedStatuses: [400], closesConnection: true }, exchanged)).toEqual(expected)
  })

  it('are checked for a text in the response', () => {
    const faults = checkExchange({ name: '', steps: [], expectedStatuses: [400], expectedText: '"labels"' }, parseClosed(right))
    expect(faults).toEqual(['a response without "labels"'])
  })
})

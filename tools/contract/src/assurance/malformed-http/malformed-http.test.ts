/** All cases against the sandbox and against a faulty server. */
import { startSandbox } from '@spindrift/sandbox'
import { describe, expect, it } from 'vitest'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import type { ByteExchange } from './exchange-bytes.ts'
import { checkExchange } from './check-exchange.ts'
import { parseResponses } from './parse-responses.ts'
import { runMalformedHttp } from './run-malformed-http.ts'
import type { Target } from './target.ts'

const unmeasured = { isAlive: () => true, readMaxMemoryMb: () => undefined }

/** Runs in this process, so that thrown errors reach the test. */
async function openHere(seed: number): Promise<Target> {
  const errorOutput: string[] = []
  const { url, credentials, close } = await startSandbox({
    port: 0,
    seed,
    rateLimits: 'off',
    onError: (error) => errorOutput.push(String(error)),
  })
  return { ...unmeasured, url, token: credentials().tokens.full, errorOutput: () => errorOutput.join('\n'), [Symbol.asyncDispose]: close }
}

/** Accepts everything and ignores the request. */
async function openCareless(): Promise<Target> {
  const server = await startHttpServer((request, response) => {
    request.resume()
    response.end('{"meta":{"total":0}}')
  })
  return { ...unmeasured, ...server, token: 'any', errorOutput: () => '' }
}

const small = { seed: 7, floodMs: 600 }

describe('malformed requests', () => {
  it('get the expected responses and do not disturb other clients', { timeout: 60_000 }, async () => {
    const { passed, total, findings } = await runMalformedHttp({ ...small, startTarget: openHere })
    expect({ findings, passed }).toEqual({ findings: [], passed: total })
    expect(total).toBeGreaterThan(160)
    // A polluted prototype would add the key to every object.
    const inherited = []
    for (const name in {}) inherited.push(name)
    expect(inherited).toEqual([])
  })

  it('report a server that accepts everything', async () => {
    const { passed, findings } = await runMalformedHttp({ ...small, only: 'in gzip', startTarget: openCareless })
    expect(passed).toBe(0)
    expect(findings[0]).toBe(
      'bytes given a body in gzip: expected the documented response, got responses 200 instead of 415: {"meta":{"total":0}}',
    )
  })

  const id = '0b7c4f5e-5d1a-4c8e-9f3b-1a2b3c4d5e6f'
  const refusal = (status: number, headers: string, body: string) =>
    `HTTP/1.1 ${status} No\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`
  const limits = 'ratelimit-limit: 5000\r\nratelimit-remaining: 5000\r\nratelimit-reset: 0\r\n'
  const body = JSON.stringify({ id: 'bad_request', message: 'No.', request_id: id })
  const right = refusal(400, `${limits}x-request-id: ${id}\r\n`, body)
  const closed = (text: string, isClosed = true): ByteExchange => ({ ...parseResponses(Buffer.from(text), isClosed), isClosed })
  const judged: readonly { readonly given: string; readonly exchanged: ByteExchange; readonly want: readonly string[] }[] = [
    { given: 'a correct response', exchanged: closed(right), want: [] },
    { given: 'two responses to one request', exchanged: closed(right + right), want: [`responses 400, 400 instead of 400: ${body}`] },
    { given: 'no response', exchanged: closed(''), want: ['responses none instead of 400: '] },
    {
      given: 'half a response',
      exchanged: closed(right.slice(0, -9)),
      want: ['responses none instead of 400: ', expect.stringMatching(/^\d+ bytes that are no response: /) as string],
    },
    { given: 'a connection that stays open', exchanged: closed(right, false), want: ['the connection is still open'] },
    {
      given: 'another request_id',
      exchanged: closed(right.replace(`"request_id":"0`, `"request_id":"1`)),
      want: ['request_id is not x-request-id'],
    },
    { given: 'no limits', exchanged: closed(right.replace('ratelimit-reset: 0\r\n', '')), want: ['ratelimit-reset is ""'] },
    {
      given: 'an HTML page',
      exchanged: closed(refusal(400, `${limits}x-request-id: ${id}\r\n`, '<h1>No</h1>')),
      want: ['an error that is no JSON object: <h1>No</h1>'],
    },
    {
      given: 'an internal error',
      exchanged: closed(right.replace('400', '500')),
      want: [`responses 500 instead of 400: ${body}`, 'status 500'],
    },
  ]
  it.each(judged)('are checked: $given', ({ exchanged, want }) => {
    expect(checkExchange({ name: '', steps: [], expectedStatuses: [400], closesConnection: true }, exchanged)).toEqual(want)
  })

  it('are checked for a text in the response', () => {
    const faults = checkExchange({ name: '', steps: [], expectedStatuses: [400], expectedText: '"labels"' }, closed(right))
    expect(faults).toEqual(['a response without "labels"'])
  })
})

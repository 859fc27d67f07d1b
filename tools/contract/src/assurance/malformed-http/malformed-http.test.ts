/** The whole table against the sandbox, and against a server that answers wrongly. */
import { startSandbox } from '@spindrift/sandbox'
import { describe, expect, it } from 'vitest'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import type { ByteExchange } from './exchange-bytes.ts'
import { checkExchange } from './check-exchange.ts'
import { parseResponses } from './parse-responses.ts'
import { runMalformedHttp } from './run-malformed-http.ts'
import type { Target } from './target.ts'

const unmeasured = { isAlive: () => true, readMaxMemoryMb: () => undefined }

/** In this process, so that what is thrown reaches the test. */
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

/** Friendly to everybody, and deaf. */
async function openCareless(): Promise<Target> {
  const server = await startHttpServer((request, response) => {
    request.resume()
    response.end('{"meta":{"total":0}}')
  })
  return { ...unmeasured, ...server, token: 'any', errorOutput: () => '' }
}

const small = { seed: 7, floodMs: 600 }

describe('hostile bytes', () => {
  it('are answered as they must be, and nobody else notices', { timeout: 60_000 }, async () => {
    const { passed, total, findings } = await runMalformedHttp({ ...small, startTarget: openHere })
    expect({ findings, passed }).toEqual({ findings: [], passed: total })
    expect(total).toBeGreaterThan(160)
    // A key that was taken for the prototype would show up in every object.
    const inherited = []
    for (const name in {}) inherited.push(name)
    expect(inherited).toEqual([])
  })

  it('are told from good requests by a server that is right', async () => {
    const { passed, findings } = await runMalformedHttp({ ...small, only: 'in gzip', startTarget: openCareless })
    expect(passed).toBe(0)
    expect(findings[0]).toBe(
      'bytes given a body in gzip: expected an answer as the table has it, got answers 200 instead of 415: {"meta":{"total":0}}',
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
    { given: 'what is right', exchanged: closed(right), want: [] },
    { given: 'two answers to one request', exchanged: closed(right + right), want: [`answers 400, 400 instead of 400: ${body}`] },
    { given: 'no answer', exchanged: closed(''), want: ['answers none instead of 400: '] },
    {
      given: 'half an answer',
      exchanged: closed(right.slice(0, -9)),
      want: ['answers none instead of 400: ', expect.stringMatching(/^\d+ bytes that are no answer: /) as string],
    },
    { given: 'a connection that stays open', exchanged: closed(right, false), want: ['the connection is still open'] },
    {
      given: 'another request_id',
      exchanged: closed(right.replace(`"request_id":"0`, `"request_id":"1`)),
      want: ['request_id is not x-request-id'],
    },
    { given: 'no limits', exchanged: closed(right.replace('ratelimit-reset: 0\r\n', '')), want: ['ratelimit-reset is ""'] },
    {
      given: 'a page',
      exchanged: closed(refusal(400, `${limits}x-request-id: ${id}\r\n`, '<h1>No</h1>')),
      want: ['a refusal that is no JSON object: <h1>No</h1>'],
    },
    {
      given: 'a server that has failed',
      exchanged: closed(right.replace('400', '500')),
      want: [`answers 500 instead of 400: ${body}`, 'status 500'],
    },
  ]
  it.each(judged)('are judged: $given', ({ exchanged, want }) => {
    expect(checkExchange({ name: '', steps: [], expectedStatuses: [400], closesConnection: true }, exchanged)).toEqual(want)
  })

  it('are judged by what the answer says, too', () => {
    const faults = checkExchange({ name: '', steps: [], expectedStatuses: [400], expectedText: '"labels"' }, closed(right))
    expect(faults).toEqual(['an answer without "labels"'])
  })
})

/** All cases against the sandbox, and checks of faulty responses. */
import { describe, expect, it } from 'vitest'
import { checkExchange } from './check-exchange.ts'
import { type ByteExchange, parseResponses } from './exchange-bytes.ts'
import { runMalformedHttp } from './run-malformed-http.ts'

describe('malformed requests', () => {
  it('get the expected responses and do not disturb other clients', { timeout: 60_000 }, async () => {
    const { passed, total, findings } = await runMalformedHttp({ seed: 7, floodMs: 80 })
    expect({ findings, passed }).toEqual({ findings: [], passed: total })
    expect(total).toBeGreaterThan(160)
  })

  const id = '0b7c4f5e-5d1a-4c8e-9f3b-1a2b3c4d5e6f'
  const formatError = (status: number, headers: string, body: string) =>
    `HTTP/1.1 ${status} No\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`
  const limits = 'ratelimit-limit: 5000\r\nratelimit-remaining: 5000\r\nratelimit-reset: 0\r\n'
  const body = JSON.stringify({ id: 'bad_request', message: 'No.', request_id: id })
  const right = formatError(400, `${limits}x-request-id: ${id}\r\n`, body)
  const parseClosed = (text: string, isClosed = true): ByteExchange => ({ ...parseResponses(Buffer.from(text)), isClosed })
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
    expect(checkExchange({ name: '', steps: [], statuses: [400], closes: true }, exchanged)).toEqual(expected)
  })

  it('are checked for a text in the response', () => {
    const faults = checkExchange({ name: '', steps: [], statuses: [400], text: '"labels"' }, parseClosed(right))
    expect(faults).toEqual(['a response without "labels"'])
  })
})

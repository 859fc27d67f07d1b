/** The same request as each recorder writes it, of the forms that cassettes in public have. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readRecording } from './read-recording.ts'

const answer = '{"domain":{"name":"kestrel.example","ttl":1800,"zone_file":null}}'
const packed = gzipSync(answer)

const ruby = `---
http_interactions:
- request:
    method: post
    uri: https://api.digitalocean.com/v2/domains?page=1
    body:
      encoding: UTF-8
      string: '{"name":"kestrel.example"}'
    headers:
      Authorization:
      - Bearer <TOKEN>
      Content-Type:
      - application/json
  response:
    status:
      code: 201
      message: Created
    headers:
      Content-Type:
      - application/json; charset=utf-8
      Date:
      - Mon, 02 Mar 2026 09:00:00 GMT
    body:
      encoding: ASCII-8BIT
      base64_string: ${Buffer.from(answer).toString('base64')}
    http_version: null
  recorded_at: Mon, 02 Mar 2026 09:00:00 GMT
recorded_with: VCR 6.0.0
`
const python = `interactions:
- request:
    body: !!python/unicode '{"name":"kestrel.example"}'
    headers:
      Authorization: [Bearer <TOKEN>]
      Content-Type:
      - application/json
    method: POST
    uri: https://api.digitalocean.com/v2/domains?page=1
  response:
    body:
      string: !!binary |
        ${packed.toString('base64')}
    headers:
      content-encoding:
      - gzip
      content-type:
      - application/json; charset=utf-8
      date:
      - Mon, 02 Mar 2026 09:00:00 GMT
    status:
      code: 201
      message: Created
version: 1
`
const goVcr = (version: number) => `---
version: ${version}
interactions:
${version === 1 ? '- request:' : `    - id: 0\n      request:`}
        body: '{"name":"kestrel.example"}'
        form: {}
        headers:
            Authorization:
                - Bearer <TOKEN>
            Content-Type:
                - application/json
        url: https://api.digitalocean.com/v2/domains?page=1
        method: POST
${version === 1 ? '  response:' : '      response:'}
        body: '${answer}'
        headers:
            Content-Type:
                - application/json; charset=utf-8
            Date:
                - Mon, 02 Mar 2026 09:00:00 GMT
        status: 201 Created
        code: 201
        duration: 162.4ms
`
const nock = (response: unknown, rawHeaders: readonly string[] = []) =>
  JSON.stringify([
    {
      scope: 'https://api.digitalocean.com:443',
      method: 'POST',
      path: '/v2/domains?page=1',
      body: { name: 'kestrel.example' },
      status: 201,
      response,
      rawHeaders: ['Content-Type', 'application/json; charset=utf-8', 'Date', 'Mon, 02 Mar 2026 09:00:00 GMT', ...rawHeaders],
      reqheaders: { authorization: 'Bearer <TOKEN>', 'content-type': 'application/json' },
    },
  ])

const forms = [
  { given: 'VCR', text: ruby },
  { given: 'VCR.py', text: python },
  { given: 'go-vcr 1', text: goVcr(1) },
  { given: 'go-vcr 2', text: goVcr(2) },
  { given: 'nock', text: nock(JSON.parse(answer)) },
  {
    given: 'nock, compressed',
    text: nock([packed.toString('hex').slice(0, 40), packed.toString('hex').slice(40)], ['Content-Encoding', 'gzip']),
  },
]

describe('readRecording', () => {
  it.each(forms)('reads $given', async ({ text }) => {
    const [exchange, ...more] = await readRecording(text, 'cassette')
    expect(more).toEqual([])
    expect(exchange).toMatchObject({
      method: 'POST',
      origin: 'https://api.digitalocean.com',
      url: '/v2/domains?page=1',
      requestHeaders: { authorization: 'Bearer <TOKEN>', 'content-type': 'application/json' },
      at: Date.UTC(2026, 2, 2, 9),
      status: 201,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
    expect(JSON.parse(exchange?.requestBody ?? '')).toEqual({ name: 'kestrel.example' })
    expect(JSON.parse(exchange?.body ?? '')).toEqual(JSON.parse(answer))
  })

  const wrong = [
    { given: '{"log":', want: /neither JSON nor YAML|no recording/ },
    { given: 'just: yaml', want: /is no recording that is known here/ },
    { given: '[1, 2', want: /neither JSON nor YAML/ },
    { given: '{"http_interactions":[{}]}', want: /request 1 cannot be read/ },
  ]
  it.each(wrong)('refuses $given in one line', async ({ given, want }) => {
    const error = await readRecording(given, 'file').catch((reason: unknown) => reason as Error)
    expect((error as Error).message).toMatch(want)
    expect((error as Error).message.split('\n')).toHaveLength(1)
  })
})

/** Clients that take their time, against a sandbox that gives them one second instead of thirty. */
import { startSandbox } from '@spindrift/sandbox'
import { exchangeBytes, type Step } from './exchange-bytes.ts'
import { type HostileCase, write } from './malformed-case.ts'
import { checkExchange } from './check-exchange.ts'

const requestSeconds = 1
const maxWaitMs = 6000

/** A byte at a time, and never the last. */
const drip = (text: string): Step[] => [...text].flatMap((each) => [each, { pause: 150 }])

function listSlowCases(token: string): HostileCase[] {
  const announced = ['Content-Type: application/json', 'Content-Length: 12']
  const body = '{"name":"!"}'
  const post = write(token, 'POST /v2/tags', announced)
  return [
    { given: 'headers that never end', send: drip('GET /v2/tags HTTP/1.1\r\nHost: a\r\nX-Slow: '), want: [408], closes: true },
    { given: 'a body that never ends', send: [post, ...drip(body.slice(1))], want: [408], closes: true },
    {
      given: 'chunks that never end',
      send: [write(token, 'POST /v2/tags', ['Transfer-Encoding: chunked']), ...drip('1\r\n{\r\n1\r\n"\r\n')],
      want: [408],
      closes: true,
    },
    { given: 'nothing at all', send: [], want: [408], closes: true },
    { given: 'a body that comes in time', send: [post, body.slice(0, 4), { pause: 300 }, body.slice(4)], want: [400] },
  ]
}

export interface SlowResult {
  readonly given: string
  readonly faults: readonly string[]
}

export async function runSlow(seed: number): Promise<SlowResult[]> {
  const { url, credentials, close } = await startSandbox({ port: 0, seed, rateLimits: 'off', requestSeconds })
  try {
    const cases = listSlowCases(credentials().tokens.full)
    return await Promise.all(
      cases.map(async (each) => {
        const awaited = { answers: each.want.length, isClosed: each.closes ?? false }
        return {
          given: each.given,
          faults: checkExchange(each, await exchangeBytes(Number(new URL(url).port), each.send, awaited, maxWaitMs)),
        }
      }),
    )
  } finally {
    await close()
  }
}

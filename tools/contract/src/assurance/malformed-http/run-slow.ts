/** Sends slow requests to a sandbox with a timeout of one second instead of thirty. */
import { startSandbox } from '@spindrift/sandbox'
import { exchangeBytes, type SendStep } from './exchange-bytes.ts'
import { type MalformedCase, formatRawRequest } from './malformed-case.ts'
import { checkExchange } from './check-exchange.ts'

const requestSeconds = 1
const maxWaitMs = 6000

/** Sends one byte at a time, and never the last. */
const sendSlowly = (text: string): SendStep[] => [...text].flatMap((each) => [each, { pause: 150 }])

function listSlowCases(token: string): MalformedCase[] {
  const announced = ['Content-Type: application/json', 'Content-Length: 12']
  const body = '{"name":"!"}'
  const post = formatRawRequest(token, 'POST /v2/tags', announced)
  return [
    {
      name: 'headers that never end',
      steps: sendSlowly('GET /v2/tags HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '),
      expectedStatuses: [408],
      closesConnection: true,
    },
    { name: 'a body that never ends', steps: [post, ...sendSlowly(body.slice(1))], expectedStatuses: [408], closesConnection: true },
    {
      name: 'chunks that never end',
      steps: [formatRawRequest(token, 'POST /v2/tags', ['Transfer-Encoding: chunked']), ...sendSlowly('1\r\n{\r\n1\r\n"\r\n')],
      expectedStatuses: [408],
      closesConnection: true,
    },
    { name: 'nothing at all', steps: [], expectedStatuses: [408], closesConnection: true },
    { name: 'a body that comes in time', steps: [post, body.slice(0, 4), { pause: 300 }, body.slice(4)], expectedStatuses: [400] },
  ]
}

export interface SlowResult {
  readonly name: string
  readonly faults: readonly string[]
}

export async function runSlow(seed: number): Promise<SlowResult[]> {
  const { url, credentials, close } = await startSandbox({ port: 0, seed, rateLimits: 'off', requestSeconds })
  try {
    const cases = listSlowCases(credentials().tokens.full)
    return await Promise.all(
      cases.map(async (each) => {
        const awaited = { responses: each.expectedStatuses.length, isClosed: each.closesConnection ?? false }
        return {
          name: each.name,
          faults: checkExchange(each, await exchangeBytes(Number(new URL(url).port), each.steps, awaited, maxWaitMs)),
        }
      }),
    )
  } finally {
    await close()
  }
}

/** Cost of looking: texts that were once slow to mask, and the time that the request log then takes to show them. */
import type { HttpRequest } from '../http-client.ts'
import { type Attempt, group, type SecurityTarget } from './attempt.ts'

const pieces = [
  '?',
  '\n',
  '"',
  '\\',
  '\\"',
  '://a:',
  '"token":',
  'token=',
  '=',
  '&',
  '[',
  '{"a":',
  'dop_v1_',
  ' ',
  '-----BEGIN ',
  '?a',
  '%2',
  '{"a":"',
  '@',
  '\u00E9',
]
const bodyBytes = 200_000
const queryBytes = 7000
const requestsPerAttempt = 20
/** The audit's worst case took 26 s; a look at requests of this size takes less than 0.2 s on two cores. */
const maxLookMs = 2000

export function listCostAttempts({ send }: SecurityTarget): Attempt[] {
  const requests = pieces.flatMap((piece): (HttpRequest & { readonly name: string })[] => {
    const text = piece.repeat(bodyBytes / Buffer.byteLength(piece))
    const query = encodeURI(piece.repeat(queryBytes / encodeURI(piece).length)).replaceAll('#', '')
    const name = JSON.stringify(piece)
    return [
      { name: `${name} in a query`, method: 'GET', path: `/v2/x?${query}`, token: '' },
      { name: `${name} in a text of JSON`, method: 'POST', path: '/v2/tags', body: { name: text }, token: '' },
      { name: `${name} in a form`, method: 'POST', path: '/v1/oauth/token', form: { code: text }, token: '' },
      { name: `${name} as a list`, method: 'POST', path: '/v2/tags', body: Array.from({ length: 2000 }, () => piece), token: '' },
    ]
  })
  return group(
    'cost of looking',
    requests.map(({ name, ...request }) => ({
      name,
      run: async () => {
        const faults: string[] = []
        for (let n = 0; n < requestsPerAttempt; n += 1) await send(request)
        for (const path of ['requests?limit=100', 'requests.har', 'objects?limit=100']) {
          const start = performance.now()
          await send({ method: 'GET', path: `/_sandbox/${path}`, token: '' })
          const ms = Math.round(performance.now() - start)
          if (ms > maxLookMs) faults.push(`/_sandbox/${path} took ${ms} ms`)
        }
        await send({ method: 'DELETE', path: '/_sandbox/requests', token: '' })
        return faults
      },
    })),
  )
}

/** Race for the last requests of the limit per minute. */
import { type HttpResponse, advanceClock, parseBody } from '../http-client.ts'
import { callerCount, checkThat, type Race, createCalls } from './race.ts'

const burst = 250
const call = { method: 'GET', path: '/v2/account' }
const getRemaining = ({ headers }: HttpResponse) => Number(headers['ratelimit-remaining'])

export const limitRace: Race = {
  name: 'rate-limit edge',
  needsRateLimits: true,
  prepare: async (send) => {
    parseBody(await send({ method: 'POST', path: '/_sandbox/clock', body: { now: '2026-03-02T09:00:00Z', frozen: true }, token: '' }))
    return async (round) => {
      const room = 1 + ((round * 7) % (callerCount - 1))
      // The limit per hour must not apply.
      await advanceClock(send, 3600)
      await Promise.all(Array.from({ length: burst - room }, () => send(call)))
      return {
        calls: createCalls(() => call),
        allowedWinners: [room],
        isWin: (response) => response.status === 200,
        isLoss: (response) => response.status === 429 && response.headers['retry-after'] === '60' && getRemaining(response) === 0,
        verify: async ({ winners }) => {
          const remaining = winners.map(({ response }) => getRemaining(response)).toSorted((one, other) => one - other)
          // The last request of the minute returns 0; each number of the hour is returned once.
          const expected = [0, ...Array.from({ length: room - 1 }, (_each, n) => 5000 - burst + 1 + n)]
          await advanceClock(send, 59.999)
          const early = await send(call)
          await advanceClock(send, 0.001)
          const late = await send(call)
          return [
            ...checkThat(JSON.stringify(remaining) === JSON.stringify(expected), `remaining ${expected.join(' ')}`, remaining),
            ...checkThat(early.status === 429 && late.status === 200, '429 until the minute is over', [early.status, late.status]),
          ]
        },
      }
    }
  },
}

/** The edge of the burst limit: as many as are left, and not one more. */
import { type Answer, pass, read } from '../http-client.ts'
import { callers, demand, type Race, repeat } from './race.ts'

const burst = 250
const call = { method: 'GET', path: '/v2/account' }
const left = ({ headers }: Answer) => Number(headers['ratelimit-remaining'])

export const limitRace: Race = {
  name: 'rate-limit edge',
  limited: true,
  begin: async (ask) => {
    read(await ask({ method: 'POST', path: '/_sandbox/clock', body: { now: '2026-03-02T09:00:00Z', frozen: true }, token: '' }))
    return async (round) => {
      const room = 1 + ((round * 7) % (callers - 1))
      // The hour must not be used up as well.
      await pass(ask, 3600)
      await Promise.all(Array.from({ length: burst - room }, () => ask(call)))
      return {
        calls: repeat(() => call),
        winners: [room],
        wins: (answer) => answer.status === 200,
        loses: (answer) => answer.status === 429 && answer.headers['retry-after'] === '60' && left(answer) === 0,
        after: async ({ won }) => {
          const told = won.map(({ answer }) => left(answer)).toSorted((one, other) => one - other)
          // The last of the minute is told that none is left; before that each of the hour's numbers is told once.
          const wanted = [0, ...Array.from({ length: room - 1 }, (_each, n) => 5000 - burst + 1 + n)]
          await pass(ask, 59.999)
          const early = await ask(call)
          await pass(ask, 0.001)
          const late = await ask(call)
          return [
            ...demand(JSON.stringify(told) === JSON.stringify(wanted), `remaining ${wanted.join(' ')}`, told),
            ...demand(early.status === 429 && late.status === 200, '429 until the minute is over', [early.status, late.status]),
          ]
        },
      }
    }
  },
}

import type { Cases } from '../probe.ts'

const burst = 250

export const account: Cases = {
  'account-01': async ({ get, holds }) => {
    const answer = await get('/v2/account')
    const limits = ['droplet_limit', 'floating_ip_limit', 'volume_limit']
    holds(
      'the limits',
      limits.map((name) => typeof answer.body.account[name]),
      ['number', 'number', 'number'],
    )
    return answer
  },
  'account-02': async ({ get, holds }) => {
    const answer = await get('/v2/account')
    const { droplet_limit, floating_ip_limit, volume_limit } = answer.body.account
    holds('the limits', { droplet_limit, floating_ip_limit, volume_limit }, { droplet_limit: 25, floating_ip_limit: 3, volume_limit: 25 })
    return answer
  },
  'account-03': async ({ open, holds }) => {
    const { get } = open({ rateLimits: 'on' })
    for (let count = 0; count < burst; count += 1) await get('/v2/regions')
    const answer = await get('/v2/account')
    const names = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']
    holds(
      'the headers',
      names.map((name) => /^\d+$/.test(answer.headers.get(name) ?? '')),
      [true, true, true],
    )
    return answer
  },
}

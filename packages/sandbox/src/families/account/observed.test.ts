import { expect } from 'vitest'
import { testObserved } from '../../../test/observed.ts'

testObserved({
  'account-01': async ({ get }) => {
    const response = await get('/v2/account')
    for (const name of ['droplet_limit', 'floating_ip_limit', 'volume_limit']) expect(response.body.account[name]).toBeTypeOf('number')
    return response
  },
  'account-02': async ({ get }) => {
    const response = await get('/v2/account')
    expect(response.body.account).toMatchObject({ droplet_limit: 25, floating_ip_limit: 3, volume_limit: 25 })
    return response
  },
  'account-03': async ({ open }) => {
    const { get } = open({ rateLimits: 'on' })
    for (let count = 0; count < 250; count += 1) await get('/v2/regions')
    const response = await get('/v2/account')
    for (const name of ['limit', 'remaining', 'reset']) expect(response.headers.get(`ratelimit-${name}`)).toMatch(/^\d+$/)
    return response
  },
})

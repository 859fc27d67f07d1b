import { expect, it } from 'vitest'
import { createTestSandbox } from '../../test/create-test-sandbox.ts'

it('reports 0 remaining requests but rejects none in mode report', async () => {
  const sandbox = createTestSandbox({ rateLimits: 'report' })
  await sandbox.post('/_sandbox/clock', { frozen: true })
  const left: string[] = []
  for (let n = 0; n < 252; n += 1) {
    const { status, headers } = await sandbox.get('/v2/account')
    expect(status).toBe(200)
    left.push(headers.get('ratelimit-remaining') ?? '')
  }
  expect([left[0], left[248], left[249], left[251]]).toEqual(['4999', '4751', '0', '0'])
})

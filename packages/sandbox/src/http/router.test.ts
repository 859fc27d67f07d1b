import { describe, expect, it } from 'vitest'
import type { OperationRow } from '../tables/operation-row.ts'
import { createRouter } from './router.ts'

const row = (method: OperationRow['method'], path: string): OperationRow => ({
  id: `${method} ${path}`,
  method,
  path,
  api: 'control',
  family: 'things',
  access: 'open',
  status: 200,
})

const rows = [
  row('GET', '/v2/apps/{app_id}'),
  row('DELETE', '/v2/apps/{app_id}'),
  row('GET', '/v2/apps/tiers'),
  row('GET', '/v2/droplets/{droplet_id}/actions'),
  row('GET', '/v2/droplets/{droplet_id}/actions/{action_id}'),
  row('GET', '/v2/droplets/autoscale/{pool_id}'),
]

describe.each([
  { order: 'as written', input: rows },
  { order: 'the other way round', input: rows.toReversed() },
])('with the operations $order', ({ input }) => {
  const route = createRouter(input)

  it.each([
    { path: '/v2/apps/d3b07a61', expected: '/v2/apps/{app_id}', values: ['d3b07a61'] },
    { path: '/v2/apps/tiers', expected: '/v2/apps/tiers', values: [] },
    { path: '/v2/droplets/1/actions', expected: '/v2/droplets/{droplet_id}/actions', values: ['1'] },
    { path: '/v2/droplets/autoscale/actions', expected: '/v2/droplets/autoscale/{pool_id}', values: ['actions'] },
    // No literal path continues here, so the segment is a parameter.
    { path: '/v2/droplets/autoscale/actions/7', expected: '/v2/droplets/{droplet_id}/actions/{action_id}', values: ['autoscale', '7'] },
  ])('routes $path to $expected', ({ path, expected, values }) => {
    const match = route(path)
    expect(match?.operations.get('GET')?.path).toBe(expected)
    expect(match?.values).toEqual(values)
  })

  it('matches a literal segment before a parameter, for all methods', () => {
    expect([...(route('/v2/apps/tiers')?.operations.keys() ?? [])]).toEqual(['GET'])
  })
})

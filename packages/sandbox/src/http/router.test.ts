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
  { order: 'as written', given: rows },
  { order: 'the other way round', given: rows.toReversed() },
])('with the operations $order', ({ given }) => {
  const route = createRouter(given)

  it.each([
    { path: '/v2/apps/d3b07a61', want: '/v2/apps/{app_id}', values: ['d3b07a61'] },
    { path: '/v2/apps/tiers', want: '/v2/apps/tiers', values: [] },
    { path: '/v2/droplets/1/actions', want: '/v2/droplets/{droplet_id}/actions', values: ['1'] },
    { path: '/v2/droplets/autoscale/actions', want: '/v2/droplets/autoscale/{pool_id}', values: ['actions'] },
    // Nothing literal goes on from here, so the segment is a parameter's value after all.
    { path: '/v2/droplets/autoscale/actions/7', want: '/v2/droplets/{droplet_id}/actions/{action_id}', values: ['autoscale', '7'] },
  ])('routes $path to $want', ({ path, want, values }) => {
    const match = route(path)
    expect(match?.operations.get('GET')?.path).toBe(want)
    expect(match?.values).toEqual(values)
  })

  it('matches a literal segment before a parameter, for all methods', () => {
    expect([...(route('/v2/apps/tiers')?.operations.keys() ?? [])]).toEqual(['GET'])
  })
})

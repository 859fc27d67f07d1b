import { expect } from 'vitest'
import { type Json, webServer } from '../../../test/create-test-sandbox.ts'
import { type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const metrics = '/v2/monitoring/metrics/droplet'
const hour = 3600
const now = Date.parse('2026-03-14T12:00:00Z') / 1000
const window = `start=${now - hour}&end=${now}`
const email = ['maya@tidewater.example']
const policy = { type: 'v1/insights/droplet/cpu', compare: 'GreaterThan', value: 80.5, window: '5m', tags: [], enabled: true }

/** The id of a droplet that has run for two hours. */
async function createHost({ create, pass }: ObservedSandbox, monitoring = true): Promise<number> {
  await create('/_sandbox/clock', { now: '2026-03-14T10:00:00Z', frozen: true })
  const { id } = await create('/v2/droplets', { ...webServer, monitoring })
  await pass(2 * hour)
  return id
}

/** A metric of the last hour of the host. */
async function measure(sandbox: ObservedSandbox, metric: string, query = '') {
  const response = await sandbox.get(`${metrics}/${metric}?${query}host_id=${await createHost(sandbox)}&${window}`)
  return { response, series: (response.body.data?.result ?? []) as Json[] }
}

testObserved({
  'monitoring-13': async ({ create, put }) => {
    const tagged = { ...policy, description: 'busy', tags: ['web'], alerts: { email, slack: [] } }
    const { uuid } = await create('/v2/monitoring/alerts', { ...tagged, entities: [] })
    return shows(put(`/v2/monitoring/alerts/${uuid}`, tagged), { policy: { entities: [], tags: ['web'] } })
  },
  'monitoring-01': ({ post }) =>
    shows(post('/v2/monitoring/alerts', { ...policy, description: 'busy', value: 80, entities: [], alerts: { email, slack: [] } }), {
      policy: { uuid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) },
    }),
  'monitoring-05': async (sandbox) => sandbox.get(`${metrics}/load_1?host_id=${await createHost(sandbox)}`),
  'monitoring-06': async (sandbox) => (await measure(sandbox, 'bandwidth', 'direction=inbound&')).response,
  'monitoring-07': async (sandbox) => (await measure(sandbox, 'steam')).response,
  'monitoring-08': async (sandbox) => {
    const { response, series } = await measure(sandbox, 'cpu')
    const modes = series.map(({ metric }) => metric.mode).toSorted()
    expect(modes).toEqual(['idle', 'iowait', 'irq', 'nice', 'softirq', 'steal', 'system', 'user'])
    for (const { values } of series) {
      const seconds = values.map(([, value]: [number, string]) => Number(value))
      expect(seconds).toEqual(seconds.toSorted((a: number, b: number) => a - b))
    }
    return response
  },
  'monitoring-09': async (sandbox) => {
    const { response, series } = await measure(sandbox, 'load_1')
    const [{ values }] = series
    for (const [time, value] of values) expect([Number.isInteger(time), typeof value]).toEqual([true, 'string'])
    const gaps = new Set(values.slice(1).map(([time]: [number], at: number) => time - values[at][0]))
    expect([...gaps]).toEqual([120])
    const age = now - values.at(-1)[0]
    expect(age).toBeGreaterThanOrEqual(64)
    expect(age).toBeLessThanOrEqual(96)
    return response
  },
  'monitoring-10': async (sandbox) => {
    const { response, series } = await measure(sandbox, 'filesystem_free')
    expect(series.map(({ metric }) => Object.keys(metric).toSorted())).toEqual([['device', 'fstype', 'host_id', 'mountpoint']])
    return response
  },
  'monitoring-11': async (sandbox) => {
    const id = await createHost(sandbox, false)
    const metricsOf = ['load_1', 'memory_free', 'filesystem_free', 'bandwidth?interface=public&direction=inbound', 'cpu']
    const read = (metric: string) => sandbox.get(`${metrics}/${metric}${metric.includes('?') ? '&' : '?'}host_id=${id}&${window}`)
    for (const metric of metricsOf) await shows(read(metric), { data: { result: [] } })
    return read('cpu')
  },
  'monitoring-12': async ({ post }) => {
    const slack = [{ channel: 'alerts', url: 'https://hooks.slack.com/services/T1/B1/secret' }]
    const sent = { ...policy, entities: ['412800101'], alerts: { email, slack } }
    const response = await post('/v2/monitoring/alerts', { ...sent, desciption: 'busy' })
    expect(response.body.policy).toEqual({ ...sent, description: '', uuid: expect.any(String) })
    return response
  },
})

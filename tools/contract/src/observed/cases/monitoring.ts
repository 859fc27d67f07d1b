import { after, type Cases, type Json, type Probe } from '../probe.ts'

const metrics = '/v2/monitoring/metrics/droplet'
const hour = 3600

interface Host {
  readonly id: number
  /** The last hour, as the parameters of a request. */
  readonly window: string
  readonly now: number
}

/** A droplet that has run for two hours. */
async function makeHost({ make, pass }: Probe, monitoring = true): Promise<Host> {
  const fields = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', monitoring }
  await make('POST', '/_sandbox/clock', { now: '2026-03-14T10:00:00Z', frozen: true })
  const { droplet } = await make('POST', '/v2/droplets', fields)
  await pass(2 * hour)
  const now = Date.parse('2026-03-14T12:00:00Z') / 1000
  return { id: droplet.id, window: `start=${now - hour}&end=${now}`, now }
}

const series = (body: Json): Json[] => body.data.result

export const monitoring: Cases = {
  'monitoring-01': async (probe) => {
    const alerts = { email: ['maya@tidewater.example'], slack: [] }
    const policy = { type: 'v1/insights/droplet/cpu', description: 'busy', compare: 'GreaterThan', value: 80, window: '5m' }
    const answer = await probe.post('/v2/monitoring/alerts', { ...policy, entities: [], tags: [], alerts, enabled: true })
    probe.matches('its uuid', answer.body.policy.uuid, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    return answer
  },
  'monitoring-12': async (probe) => {
    const alerts = {
      email: ['maya@tidewater.example'],
      slack: [{ channel: 'alerts', url: 'https://hooks.slack.com/services/T1/B1/secret' }],
    }
    const policy = { type: 'v1/insights/droplet/cpu', compare: 'GreaterThan', value: 80.5, window: '5m' }
    const sent = { ...policy, entities: ['412800101'], tags: [], alerts, enabled: true }
    const answer = await probe.post('/v2/monitoring/alerts', { ...sent, desciption: 'busy' })
    const { uuid: _, description, ...kept } = answer.body.policy
    probe.holds('what was sent', kept, sent)
    probe.holds('the description', description, '')
    return answer
  },
  'monitoring-05': async (probe) => probe.get(`${metrics}/load_1?host_id=${(await makeHost(probe)).id}`),
  'monitoring-06': after(makeHost, ({ id, window }, probe) => probe.get(`${metrics}/bandwidth?host_id=${id}&direction=inbound&${window}`)),
  'monitoring-07': after(makeHost, ({ id, window }, probe) => probe.get(`${metrics}/steam?host_id=${id}&${window}`)),
  'monitoring-08': async (probe) => {
    const { id, window } = await makeHost(probe)
    const answer = await probe.get(`${metrics}/cpu?host_id=${id}&${window}`)
    const found = series(answer.body)
    const modes = found.map(({ metric }) => metric.mode).toSorted()
    probe.holds('the modes', modes, ['idle', 'iowait', 'irq', 'nice', 'softirq', 'steal', 'system', 'user'])
    for (const { metric, values } of found) {
      const falls = values.filter(([, value]: [number, string], at: number) => at > 0 && Number(value) < Number(values[at - 1][1]))
      probe.holds(`falls of ${metric.mode}`, falls, [])
    }
    return answer
  },
  'monitoring-09': async (probe) => {
    const { id, window, now } = await makeHost(probe)
    const answer = await probe.get(`${metrics}/load_1?host_id=${id}&${window}`)
    const [{ values }] = series(answer.body)
    const types = values.map(([time, value]: [unknown, unknown]) => [Number.isInteger(time), typeof value])
    probe.holds(
      'integers and strings',
      types.every(([isWhole, type]: [boolean, string]) => isWhole && type === 'string'),
      true,
    )
    const gaps = new Set(values.slice(1).map(([time]: [number], at: number) => time - values[at][0]))
    probe.holds('the seconds between points', [...gaps], [120])
    const age = now - values.at(-1)[0]
    probe.holds(`an age of 64 to 96 seconds (${age})`, age >= 64 && age <= 96, true)
    return answer
  },
  'monitoring-10': async (probe) => {
    const { id, window } = await makeHost(probe)
    const answer = await probe.get(`${metrics}/filesystem_free?host_id=${id}&${window}`)
    const labels = series(answer.body).map(({ metric }) => Object.keys(metric).toSorted())
    probe.holds('the labels', labels, [['device', 'fstype', 'host_id', 'mountpoint']])
    return answer
  },
  'monitoring-11': async (probe) => {
    const { id, window } = await makeHost(probe, false)
    for (const metric of ['cpu', 'load_1', 'memory_free', 'filesystem_free', 'bandwidth']) {
      const query = metric === 'bandwidth' ? 'interface=public&direction=inbound&' : ''
      probe.holds(metric, series(await probe.make('GET', `${metrics}/${metric}?${query}host_id=${id}&${window}`)), [])
    }
    return probe.get(`${metrics}/cpu?host_id=${id}&${window}`)
  },
}

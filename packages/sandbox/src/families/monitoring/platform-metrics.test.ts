import { describe, expect } from 'vitest'
import { expectRefusal, createDatabase } from '../../../test/fixtures.ts'
import {
  begin,
  hour,
  it,
  last,
  createDroplet,
  createFrozen,
  listMetricNames,
  metrics,
  numbers,
  unknown,
} from '../../../test/read-metrics.ts'
import type { BodyAt, Fields } from '../../../test/operation-at.ts'

describe('load balancer metrics', () => {
  const http = [{ entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 8080 }] as const
  async function createBalancer(more: Fields<'/v2/load_balancers'> = {}) {
    const sandbox = await createFrozen()
    const ids = [await createDroplet(sandbox), await createDroplet(sandbox, { name: 'web-02' })]
    const request = { name: 'shop-lb', region: 'nyc3', forwarding_rules: http, droplet_ids: ids, ...more } as const
    const { status, body } = await sandbox.post('/v2/load_balancers', request)
    expect(status, JSON.stringify(body)).toBe(202)
    await sandbox.pass(hour)
    const read = (name: string, start = begin + 600, end = begin + hour) =>
      sandbox.read(`load_balancer/${name}`, `lb_id=${body.load_balancer.id}`, start, end)
    return { sandbox, ids, id: body.load_balancer.id, read, readLast: async (name: string) => last(await read(name)) }
  }

  it('exist for every operation, and are empty for a missing load balancer', async () => {
    const { sandbox, id, read } = await createBalancer()
    const names = listMetricNames('load_balancer')
    expect(names).toHaveLength(27)
    for (const name of names) {
      const series = await read(name)
      expect(series.length > 0, name).toBe(!name.includes('nlb'))
      for (const { metric } of series) expect(metric['lb_id'], name).toBe(id)
      expect(await sandbox.read(`load_balancer/${name}`, `lb_id=${unknown}`), name).toEqual([])
    }
  })

  it('follow from the size and the forwarding rules', async () => {
    const { readLast } = await createBalancer({ size_unit: 2 })
    expect(await readLast('frontend_connections_limit')).toEqual([20_000])
    expect(await readLast('frontend_tls_connections_limit')).toEqual([500])
    expect(await readLast('frontend_tls_connections_current')).toEqual([0])
    expect(await readLast('frontend_network_throughput_tcp')).toEqual([0, 0])
    expect((await readLast('frontend_network_throughput_http'))[0]).toBeGreaterThan(0)
    const [requests] = await readLast('frontend_http_requests_per_second')
    expect((await readLast('frontend_http_responses')).reduce((sum, value) => sum! + value!, 0)).toBeCloseTo(requests!, 1)
    for (const name of ['droplets_http_response_time', 'droplets_http_session_duration']) {
      const [[half], [mean], [max]] = [await readLast(`${name}_50p`), await readLast(`${name}_avg`), await readLast(`${name}_95p`)]
      expect(half).toBeLessThan(mean!)
      expect(mean).toBeLessThan(max!)
    }
  })

  it('contain only traffic for a network load balancer', async () => {
    const rule = { entry_protocol: 'tcp', entry_port: 9200, target_protocol: 'tcp', target_port: 9200 } as const
    const { readLast } = await createBalancer({ type: 'REGIONAL_NETWORK', forwarding_rules: [rule] })
    expect((await readLast('frontend_nlb_tcp_network_throughput'))[0]).toBeGreaterThan(0)
    expect(await readLast('frontend_nlb_udp_network_throughput')).toEqual([0])
    expect((await readLast('frontend_network_throughput_tcp'))[1]).toBeGreaterThan(0)
    expect(await readLast('frontend_http_requests_per_second')).toEqual([0])
    expect(await readLast('droplets_http_response_time_avg')).toEqual([])
  })

  it('contain the health of droplets that are off', async () => {
    const { sandbox, ids, read, readLast } = await createBalancer()
    expect(await readLast('droplets_health_checks')).toEqual([1, 1])
    await sandbox.post(`/v2/droplets/${ids[1]}/actions`, { type: 'power_off' })
    await sandbox.pass(hour)
    const at = (name: string) => read(name, begin + hour + 600, begin + 2 * hour).then(last)
    expect((await read('droplets_health_checks')).map(({ metric }) => metric['droplet_id'])).toEqual(ids.map(String))
    expect(await at('droplets_health_checks')).toEqual([1, 0])
    expect(await at('droplets_downtime')).toEqual([0, 60])
    expect((await at('droplets_connections'))[1]).toBe(0)
    expect((await at('frontend_http_responses'))[1]).toBeGreaterThan(0)
    await sandbox.post(`/v2/droplets/${ids[0]}/actions`, { type: 'power_off' })
    await sandbox.pass(hour)
    const [, ok, , , failed] = last(await read('frontend_http_responses', begin + 2 * hour + 600, begin + 3 * hour))
    expect(ok).toBe(0)
    expect(failed).toBeGreaterThan(0)
    expect(await read('droplets_http_response_time_avg', begin + 2 * hour + 600, begin + 3 * hour)).toEqual([])
  })
})

describe('MySQL metrics', () => {
  const names = ['cpu_usage', 'memory_usage', 'disk_usage']

  it('cover the cluster and its databases', async ({ sandbox }) => {
    const id = (await createDatabase(sandbox, 'mysql')).split('/').at(-1)!
    await sandbox.post(`/v2/databases/${id}/dbs`, { name: 'catalog' })
    await sandbox.pass(hour)
    const read = (name: string, query = '') => sandbox.read(`database/mysql/${name}`, `db_id=${id}${query}`)
    for (const name of names) {
      const [mean] = await read(name, '&aggregate=avg')
      expect(mean?.metric).toEqual({ db_id: id, aggregate: 'avg' })
      for (const value of numbers(mean!)) expect(value >= 0 && value <= 100).toBe(true)
    }
    const [load] = await read('load', '&metric=load5&aggregate=max')
    expect(load?.metric).toEqual({ db_id: id, metric: 'load5', aggregate: 'max' })
    expect(last(await read('threads_active'))[0]).toBeLessThanOrEqual(last(await read('threads_connected'))[0]!)
    expect(await read('threads_active', '&service=mysql')).toEqual(await read('threads_active'))
    expect(await read('threads_created_rate')).toHaveLength(1)
    expect(await read('index_vs_sequential_reads')).toHaveLength(1)
    expect((await read('op_rates', '&metric=select'))[0]?.metric).toEqual({ db_id: id, metric: 'select' })
    for (const name of ['schema_throughput', 'schema_latency']) {
      const [series] = await read(name, '&schema=catalog&metric=fetch')
      expect(series?.metric).toEqual({ db_id: id, schema: 'catalog', metric: 'fetch' })
      expect(await read(name, '&schema=other&metric=fetch')).toEqual([])
    }
  })

  it('exist only for MySQL clusters', async ({ sandbox }) => {
    const id = (await createDatabase(sandbox, 'pg')).split('/').at(-1)
    const ask = (db: unknown) => sandbox.get(`${metrics}/database/mysql/cpu_usage?db_id=${String(db)}&aggregate=avg&start=1&end=2`)
    expect((await ask(unknown)).status).toBe(404)
    await expectRefusal(ask(id), 422, 'PostgreSQL')
    expect((await sandbox.get(`${metrics}/database/mysql/cpu_usage?db_id=${id}&start=1&end=2`)).status).toBe(422)
  })
})

describe('autoscale pool metrics', () => {
  const template = { region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', ssh_keys: [], with_droplet_agent: true }

  async function createPool(config: BodyAt<'post', '/v2/droplets/autoscale'>['config']) {
    const sandbox = await createFrozen()
    const { status, body } = await sandbox.post('/v2/droplets/autoscale', {
      name: 'shop',
      config,
      droplet_template: template,
    })
    expect(status, JSON.stringify(body)).toBe(202)
    const { id } = body.autoscale_pool
    await sandbox.pass(hour)
    const read = (name: string, end = begin + hour) => sandbox.read(`droplet_autoscale/${name}`, `autoscale_pool_id=${id}`, begin, end)
    return { sandbox, id, read }
  }

  it('contain the current, past and target number of droplets', async () => {
    const { sandbox, id, read } = await createPool({ min_instances: 2, max_instances: 4, target_cpu_utilization: 0.6 })
    const [current] = await read('current_instances')
    expect(current?.metric).toEqual({ autoscale_pool_id: id })
    expect(new Set(numbers(current!))).toEqual(new Set([2]))
    expect(last(await read('target_instances'))).toEqual([2])
    expect(last(await read('target_cpu_utilization'))).toEqual([60])
    expect(await read('target_memory_utilization')).toEqual([])
    const [use] = await read('current_cpu_utilization')
    for (const value of numbers(use!)) expect(value > 45 && value < 60).toBe(true)
    expect(await read('current_memory_utilization')).toHaveLength(1)
    const { autoscale_pool: pool } = (await sandbox.get(`/v2/droplets/autoscale/${id}`)).body
    const config = { ...pool.config, min_instances: 3 } as const
    await sandbox.put(`/v2/droplets/autoscale/${id}`, { name: 'shop', config, droplet_template: pool.droplet_template })
    await sandbox.pass(hour)
    const counts = (await read('current_instances', begin + 2 * hour)).flatMap(numbers)
    expect([counts[0], counts.at(-1)]).toEqual([2, 3])
    expect(await sandbox.read('droplet_autoscale/current_instances', `autoscale_pool_id=${unknown}`)).toEqual([])
  })

  it('have no targets for a pool of fixed size', async () => {
    const { read } = await createPool({ target_number_instances: 2 })
    expect(last(await read('target_instances'))).toEqual([2])
    expect(await read('target_cpu_utilization')).toEqual([])
    expect(await read('target_memory_utilization')).toEqual([])
  })
})

describe('app metrics', () => {
  it('cover each container of the active deployment', async ({ sandbox }) => {
    const service = {
      name: 'web',
      instance_count: 2,
      instance_size_slug: 'apps-s-1vcpu-1gb',
      image: { registry_type: 'DOCKER_HUB', repository: 'nginx', registry: 'library' },
    } as const
    const { status, body } = await sandbox.post('/v2/apps', { spec: { name: 'book-club', region: 'nyc', services: [service] } })
    expect(status, JSON.stringify(body)).toBe(200)
    await sandbox.pass(hour)
    for (const name of ['cpu_percentage', 'memory_percentage', 'restart_count']) {
      const series = await sandbox.read(`apps/${name}`, `app_id=${body.app.id}`)
      expect(
        series.map(({ metric }) => metric),
        name,
      ).toEqual([
        { app_uuid: body.app.id, app_component: 'web', app_component_instance: 'web-0' },
        { app_uuid: body.app.id, app_component: 'web', app_component_instance: 'web-1' },
      ])
      for (const value of series.flatMap(numbers)) expect(value >= 0 && value <= 100).toBe(true)
      expect(await sandbox.read(`apps/${name}`, `app_id=${body.app.id}&app_component=other`)).toEqual([])
      expect(await sandbox.read(`apps/${name}`, `app_id=${unknown}`)).toEqual([])
    }
  })
})

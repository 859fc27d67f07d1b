import { describe, expect } from 'vitest'
import { coversVolume } from '../../../test/create-test-sandbox.ts'
import { begin, day, hour, it, last, createDroplet, listMetricNames, metrics, numbers, times, unknown } from '../../../test/read-metrics.ts'

describe('the time window', () => {
  it('has a point every two minutes up to twelve hours, and at most 360 points beyond', async ({ sandbox, dropletId: id }) => {
    await sandbox.pass(14 * day)
    const now = begin + 14 * day
    const load = (start: number, end: number) => sandbox.read('droplet/load_1', `host_id=${id}`, start, end)
    const [short] = await load(now - 600, now)
    expect(times(short!)).toEqual(Array.from({ length: 5 }, (_, at) => now - 560 + at * 120))
    expect(times((await load(now - 13 * hour, now - hour))[0]!)).toHaveLength(361)
    const [long] = await load(now - 7 * day, now)
    expect(long!.values.length).toBeLessThanOrEqual(360)
    expect(times(long!)[1]! - times(long!)[0]!).toBe(28 * 60)
    const [year] = await load(now - 365 * day, now)
    expect(year!.values.length).toBeGreaterThan(300)
    expect(times(year!)[0]).toBeGreaterThanOrEqual(begin)
  })

  it('contains nothing before the droplet existed, after now, or older than 14 days', async ({ sandbox, dropletId: id }) => {
    await sandbox.pass(hour)
    const [series] = await sandbox.read('droplet/load_5', `host_id=${id}`, begin - hour, begin + 3 * hour)
    expect(times(series!)[0]).toBe(begin + 40)
    expect(times(series!).at(-1)).toBe(begin + hour - 80)
    await sandbox.pass(14 * day)
    expect(await sandbox.read('droplet/load_5', `host_id=${id}`, begin, begin + hour - 60)).toEqual([])
  })

  it('must end after its start, and consist of digits', async ({ sandbox, dropletId: id }) => {
    const ask = (query: string) => sandbox.get(`${metrics}/droplet/load_1?host_id=${id}&${query}`)
    for (const query of [`start=${begin}&end=${begin}`, `start=${begin}&end=${begin - 60}`] as const)
      expect((await ask(query)).status, query).toBe(422)
    expect((await ask('start=now&end=later')).body.message).toBe('failed to parse start time: cannot parse to a valid timestamp')
    expect((await ask(`start=${begin}`)).body.message).toBe('failed to parse end time: cannot parse to a valid timestamp')
    const reversed = await sandbox.get(`${metrics}/load_balancer/droplets_queue_size?lb_id=${unknown}&start=2&end=1`)
    expect(reversed.body.message).toContain('end')
    expect(await sandbox.read('droplet/load_1', `host_id=${id}`, 1, Number('9'.repeat(15)))).toEqual([])
  })
})

describe('droplet metrics', () => {
  it('require the monitoring agent', async ({ sandbox }) => {
    const [with_, without] = [await createDroplet(sandbox), await createDroplet(sandbox, { monitoring: false })]
    await sandbox.pass(hour)
    const names = listMetricNames('droplet').filter((name) => name !== 'bandwidth' && name !== 'cpu')
    expect(names).toHaveLength(9)
    for (const name of names) {
      const [series] = await sandbox.read(`droplet/${name}`, `host_id=${with_}`)
      expect(series?.metric['host_id'], name).toBe(String(with_))
      expect(Math.min(...numbers(series!)), name).toBeGreaterThan(0)
      expect(await sandbox.read(`droplet/${name}`, `host_id=${without}`), name).toEqual([])
      const foreign = await sandbox.ask('GET', `${metrics}/droplet/${name}?host_id=1&start=${begin}&end=${begin + hour}`)
      expect(foreign, name).toMatchObject({ status: 404, body: { id: 'not_found' } })
    }
    for (const network of ['public', 'private']) {
      for (const direction of ['inbound', 'outbound']) {
        const [series] = await sandbox.read('droplet/bandwidth', `host_id=${with_}&interface=${network}&direction=${direction}`)
        expect(series?.metric).toEqual({ host_id: String(with_), interface: network, direction })
        expect(Math.min(...numbers(series!))).toBeGreaterThan(0)
      }
    }
    expect(await sandbox.read('droplet/cpu', `host_id=${with_}`)).toHaveLength(8)
    expect(await sandbox.read('droplet/cpu', `host_id=${without}`)).toEqual([])
    expect(await sandbox.read('droplet/bandwidth', `host_id=${without}&interface=public&direction=inbound`)).toEqual([])
    expect((await sandbox.get(`${metrics}/droplet/bandwidth?host_id=1&interface=other&direction=inbound&start=1&end=2`)).status).toBe(422)
  })

  it('add up for memory and filesystems', async ({ sandbox }) => {
    const { volume } = (await sandbox.post('/v2/volumes', { ...coversVolume, filesystem_type: 'xfs' })).body
    const id = await createDroplet(sandbox, { volumes: [volume.id] })
    await sandbox.pass(hour)
    const read = async (name: string) => last(await sandbox.read(`droplet/${name}`, `host_id=${id}`))
    const [total] = await read('memory_total')
    expect(total).toBe(Math.floor(2048 * 1024 ** 2 * 0.96))
    const [free, cached, available] = [await read('memory_free'), await read('memory_cached'), await read('memory_available')].map(Number)
    expect(available).toBeCloseTo(free! + cached!, -1)
    expect(available).toBeLessThan(total!)
    const sizes = await sandbox.read('droplet/filesystem_size', `host_id=${id}`)
    expect(sizes.map(({ metric }) => metric)).toEqual([
      { host_id: String(id), device: '/dev/vda1', fstype: 'ext4', mountpoint: '/' },
      { host_id: String(id), device: '/dev/sda', fstype: 'xfs', mountpoint: '/mnt/covers_data' },
    ])
    expect(new Set(numbers(sizes[0]!)).size).toBe(1)
    const spaces = await read('filesystem_free')
    for (const [at, size] of last(sizes).entries()) expect(spaces[at]).toBeLessThan(size!)
    expect(last(sizes)[0]).toBeLessThan(50 * 1024 ** 3)
  })

  it('grow for CPU time by the elapsed time, until a restart', async ({ sandbox }) => {
    const id = await createDroplet(sandbox, { size: 's-2vcpu-4gb' })
    await sandbox.pass(hour)
    const read = (start: number, end: number) => sandbox.read('droplet/cpu', `host_id=${id}`, start, end)
    const modes = await read(begin + 600, begin + hour)
    expect(modes.map(({ metric }) => metric['mode'])).toEqual(['user', 'nice', 'system', 'iowait', 'irq', 'softirq', 'steal', 'idle'])
    for (const series of modes) {
      const grown = numbers(series)
        .slice(1)
        .map((value, at) => value - numbers(series)[at]!)
      expect(Math.min(...grown), series.metric['mode']).toBeGreaterThanOrEqual(0)
    }
    const sums = numbers(modes[0]!).map((_, at) => modes.reduce((sum, series) => sum + numbers(series)[at]!, 0))
    expect(sums[1]! - sums[0]!).toBeCloseTo(2 * 120, 0)
    expect(sums[0]).toBeCloseTo(2 * (times(modes[0]!)[0]! - begin - 30), 0)
    await sandbox.post(`/v2/droplets/${id}/actions`, { type: 'reboot' })
    await sandbox.pass(hour)
    const idle = (await read(begin + hour - 60, begin + hour + 180)).at(-1)!
    expect(numbers(idle).at(-1)).toBeLessThan(numbers(idle)[0]!)
  })

  it('have a gap while the droplet is off, and are deleted with it', async ({ sandbox, dropletId: id }) => {
    await sandbox.pass(hour)
    await sandbox.post(`/v2/droplets/${id}/actions`, { type: 'power_off' })
    await sandbox.pass(hour)
    await sandbox.post(`/v2/droplets/${id}/actions`, { type: 'power_on' })
    await sandbox.pass(hour)
    const read = () => sandbox.read('droplet/cpu', `host_id=${id}`, begin, begin + 3 * hour)
    const idle = (await read()).at(-1)!
    const seen = new Set(times(idle))
    expect([begin + 50 * 60 + 40, begin + 90 * 60 + 40, begin + 150 * 60 + 40].map((time) => seen.has(time))).toEqual([true, false, true])
    expect(idle.values.find(([time]) => time > begin + 2 * hour)?.[1]).toMatch(/^\d\d\.\d\d$/)
    await sandbox.delete(`/v2/droplets/${id}`)
    await sandbox.pass(60)
    const response = await sandbox.get(`${metrics}/droplet/cpu?host_id=${id}&start=${begin}&end=${begin + hour}`)
    expect(response).toMatchObject({ status: 404, body: { id: 'not_found' } })
  })
})

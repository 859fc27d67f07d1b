/** What droplets did while they were on, as the agent inside measures it. */
import type { Behavior, Call } from '../../engine/call.ts'
import { Failure, notFound } from '../../engine/failure.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Activity, findActivity } from './activity.ts'
import type { Refusal } from '../family.ts'
import { bootedAt, findBoots } from './boots.ts'
import { findPast, type Past } from './past.ts'
import { replySeries, type Series } from './window.ts'

interface Host {
  readonly id: string
  readonly world: World
  readonly call: Call
  readonly past: Past
  readonly activity: Activity
}

type Measure = (host: Host) => readonly Series[]

/** Most of the time of a small server goes by with nothing to do. */
const busyPart = 0.3

/** How busy time is spent. */
const modes = { user: 0.62, nice: 0.01, system: 0.2, iowait: 0.08, irq: 0.01, softirq: 0.03, steal: 0.05 } as const

const serve =
  (measure: Measure): Behavior =>
  (call, world) => {
    const id = String(call.query['host_id'])
    if (!world.engine.find({ kind: 'Droplet', id })) throw notFound()
    const list = () => measure({ id, world, call, past: findPast(world, 'Droplet', id), activity: findActivity(`droplet ${id}`) })
    return replySeries(call, world, list, { every: 120, late: 80 })
  }

/** A question that cannot be understood is refused by the first thing that is wrong with it. */
const refuse: Refusal = (failure, query) => {
  for (const [name, what] of [
    ['start', 'start time'],
    ['end', 'end time'],
  ] as const)
    if (!/^\d+$/.test(query.get(name) ?? '')) return new Failure(400, `failed to parse ${what}: cannot parse to a valid timestamp`)
  const missing = ['host_id', 'interface', 'direction'].find((name) => failure.message.includes(`${name}: must be given`))
  return missing === undefined ? failure : new Failure(400, `request is missing required query parameter '${missing}'`)
}

const isMeasured = (facts: Value | undefined) => facts?.['status'] === 'active' && facts['isMeasured'] === true

/** Undefined while the droplet is off or has no agent. */
const inside =
  ({ past }: Host, read: (facts: Value, second: number) => number | undefined) =>
  (second: number) => {
    const facts = past(second)
    return facts && isMeasured(facts) ? read(facts, second) : undefined
  }

const oneInside =
  (digits: number, read: (host: Host, facts: Value, second: number) => number): Measure =>
  (host) => [{ labels: { host_id: host.id }, digits, at: inside(host, (facts, second) => read(host, facts, second)) }]

const measureLoad = (minutes: number) =>
  oneInside(2, ({ activity }, { vcpus }, second) => Number(vcpus) * busyPart * 1.2 * activity.mean(second - minutes * 60, second))

const measureProcessor: Measure = (host) => {
  const { world, id, activity, past } = host
  const boots = findBoots(world, id)
  const used = (second: number) => {
    const facts = past(second)
    if (!facts || !isMeasured(facts)) return undefined
    const boot = bootedAt(boots, second)
    const all = (second - boot) * Number(facts['vcpus'])
    return { all, busy: activity.sum(boot, second) * Number(facts['vcpus']) * busyPart }
  }
  const labelled = (mode: string, at: Series['at']): Series => ({ labels: { host_id: id, mode }, digits: 2, padded: true, at })
  const busy = Object.entries(modes).map(([mode, part]) => labelled(mode, (second) => scale(used(second)?.busy, part)))
  const idle = labelled('idle', (second) => {
    const time = used(second)
    return time && time.all - time.busy
  })
  return [...busy, idle]
}

const scale = (value: number | undefined, by: number) => (value === undefined ? undefined : value * by)

/** Megabits a second. */
const traffic: Readonly<Record<string, number>> = {
  'public inbound': 2.1,
  'public outbound': 8.4,
  'private inbound': 1.6,
  'private outbound': 1.3,
}

const measureBandwidth: Measure = ({ id, call, past, activity, world }) => {
  const { interface: network, direction } = call.query
  const { networks } = world.engine.get({ kind: 'Droplet', id })
  const v4 = isRecord(networks) ? (networks['v4'] as readonly Value[]) : []
  const most = v4.some(({ type }) => type === network) ? (traffic[`${String(network)} ${String(direction)}`] ?? 0) : 0
  const labels = { host_id: id, interface: String(network), direction: String(direction) }
  return [{ labels, digits: 3, at: (second, step) => (isMeasured(past(second)) ? most * activity.mean(second - step, second) : undefined) }]
}

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3
const totalMemory = ({ memory }: Value) => Math.floor(Number(memory) * mebibyte * 0.96)
const cachedMemory = ({ activity }: Host, facts: Value, second: number) =>
  Math.floor(totalMemory(facts) * (0.34 - 0.1 * activity.at(second)))
const freeMemory = ({ activity }: Host, facts: Value, second: number) => Math.floor(totalMemory(facts) * (0.3 - 0.2 * activity.at(second)))

/** What a filesystem keeps for itself. */
const usable = { disk: 0.9655, volume: 0.9787 }

/** The disk, and every volume that has been attached. */
const measureFilesystems =
  (isFree: boolean): Measure =>
  (host) => {
    const { id, world, activity } = host
    const size = (bytes: number, from: number, second: number) => {
      if (!isFree) return Math.floor(bytes)
      const grown = Math.min(0.5, (second % 31_536_000) / 31_536_000 / 4)
      return Math.floor(bytes * (from - grown - 0.01 * activity.at(second)))
    }
    const labels = (device: string, mountpoint: string) => ({ host_id: id, device, fstype: 'ext4', mountpoint })
    const disk: Series = {
      labels: labels('/dev/vda1', '/'),
      digits: 0,
      at: inside(host, (facts, second) => size(Number(facts['disk']) * gibibyte * usable.disk, 0.82, second)),
    }
    const { volume_ids: volumes } = world.engine.get({ kind: 'Droplet', id })
    const attached = (volumes as readonly string[]).map((volume, at): Series => {
      const past = findPast(world, 'Volume', volume)
      const { name, filesystem_type: type } = world.engine.get({ kind: 'Volume', id: volume })
      const mountpoint = `/mnt/${String(name).replaceAll('-', '_')}`
      return {
        labels: { ...labels(`/dev/sd${String.fromCodePoint(97 + at)}`, mountpoint), ...(type !== '' && { fstype: String(type) }) },
        digits: 0,
        at: inside(host, (facts, second) => {
          const gib = past(second)?.['gib']
          const isThere = (facts['volumes'] as readonly string[]).includes(volume)
          return gib === undefined || !isThere ? undefined : size(Number(gib) * gibibyte * usable.volume, 0.9, second)
        }),
      }
    })
    return [disk, ...attached]
  }

export const dropletMetrics: Readonly<Record<string, Behavior>> = {
  monitoring_get_droplet_bandwidth: serve(measureBandwidth),
  monitoring_get_droplet_cpu: serve(measureProcessor),
  monitoring_get_droplet_filesystem_free: serve(measureFilesystems(true)),
  monitoring_get_droplet_filesystem_size: serve(measureFilesystems(false)),
  monitoring_get_droplet_load_1: serve(measureLoad(1)),
  monitoring_get_droplet_load_5: serve(measureLoad(5)),
  monitoring_get_droplet_load_15: serve(measureLoad(15)),
  monitoring_get_droplet_memory_cached: serve(oneInside(0, cachedMemory)),
  monitoring_get_droplet_memory_free: serve(oneInside(0, freeMemory)),
  monitoring_get_droplet_memory_total: serve(oneInside(0, (_host, facts) => totalMemory(facts))),
  monitoring_get_droplet_memory_available: serve(
    oneInside(0, (host, facts, second) => freeMemory(host, facts, second) + Math.floor(cachedMemory(host, facts, second) * 0.9)),
  ),
}

export const dropletRefusals: Readonly<Record<string, Refusal>> = Object.fromEntries(Object.keys(dropletMetrics).map((id) => [id, refuse]))

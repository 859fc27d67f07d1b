/** What droplets did while they were on, as the agent inside measures it. */
import { Failure, notFound } from '../../engine/failure.ts'
import type { World } from '../../engine/world.ts'
import { type Activity, findActivity } from './activity.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import type { PeriodOf } from '../../usage/journal.ts'
import type { Behaviors, Refusal } from '../family.ts'
import { findHistory, type History, listStarts, startedBefore } from './history.ts'
import { listSeries, type Measures, type Series } from './window.ts'

type Droplet = Kinds['Droplet']
type Facts = PeriodOf<'Droplet'>['facts']

interface Host<Query> {
  readonly id: string
  readonly droplet: Droplet
  readonly world: World
  readonly query: Query
  readonly history: History<'Droplet'>
  readonly activity: Activity
}

type Measure<Query = unknown> = (host: Host<Query>) => readonly Series[]

/** Most of the time of a small server goes by with nothing to do. */
const busyPart = 0.3

/** How busy time is spent. */
const modes = { user: 0.62, nice: 0.01, system: 0.2, iowait: 0.08, irq: 0.01, softirq: 0.03, steal: 0.05 } as const

const serve =
  <Query>(measure: Measure<Query>): Measures<Query & { readonly host_id: string }> =>
  ({ query }, world) => {
    const id = query.host_id
    const droplet = world.engine.find('Droplet', id)
    if (!droplet) throw notFound()
    const list = () =>
      measure({ id, droplet, world, query, history: findHistory(world, 'Droplet', id), activity: findActivity(`droplet ${id}`) })
    return listSeries(query, world, list, { every: 120, late: 80 })
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

const isMeasured = (facts: Facts | undefined) => facts?.status === 'active' && facts.isMeasured

/** Undefined while the droplet is off or has no agent. */
const inside =
  ({ history }: Host<unknown>, read: (facts: Facts, second: number) => number | undefined) =>
  (second: number) => {
    const facts = history(second)
    return facts && isMeasured(facts) ? read(facts, second) : undefined
  }

const oneInside =
  (digits: number, read: (host: Host<unknown>, facts: Facts, second: number) => number): Measure =>
  (host) => [{ labels: { host_id: host.id }, digits, at: inside(host, (facts, second) => read(host, facts, second)) }]

const measureLoad = (minutes: number) =>
  oneInside(2, ({ activity }, { vcpus }, second) => vcpus * busyPart * 1.2 * activity.mean(second - minutes * 60, second))

const measureProcessor: Measure = (host) => {
  const { world, id, activity, history } = host
  const starts = listStarts(world, id)
  const used = (second: number) => {
    const facts = history(second)
    if (!facts || !isMeasured(facts)) return undefined
    const start = startedBefore(starts, second)
    return { all: (second - start) * facts.vcpus, busy: activity.sum(start, second) * facts.vcpus * busyPart }
  }
  const labeled = (mode: string, at: Series['at']): Series => ({ labels: { host_id: id, mode }, digits: 2, padded: true, at })
  const busy = Object.entries(modes).map(([mode, part]) => labeled(mode, (second) => scale(used(second)?.busy, part)))
  const idle = labeled('idle', (second) => {
    const time = used(second)
    return time && time.all - time.busy
  })
  return [...busy, idle]
}

const scale = (value: number | undefined, by: number) => (value === undefined ? undefined : value * by)

/** Megabits a second. */
const traffic = { public: { inbound: 2.1, outbound: 8.4 }, private: { inbound: 1.6, outbound: 1.3 } } as const

const measureBandwidth: Measure<Operations['monitoring_droplets_getBandwidth']['query']> = ({ id, query, droplet, history, activity }) => {
  const { interface: network, direction } = query
  const most = droplet.networks.v4.some(({ type }) => type === network) ? traffic[network][direction] : 0
  const at: Series['at'] = (second, step) => (isMeasured(history(second)) ? most * activity.mean(second - step, second) : undefined)
  return [{ labels: { host_id: id, interface: network, direction }, digits: 3, at }]
}

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3
const totalMemory = ({ memory }: Facts) => Math.floor(memory * mebibyte * 0.96)
const cachedMemory = ({ activity }: Host<unknown>, facts: Facts, second: number) =>
  Math.floor(totalMemory(facts) * (0.34 - 0.1 * activity.at(second)))
const freeMemory = ({ activity }: Host<unknown>, facts: Facts, second: number) =>
  Math.floor(totalMemory(facts) * (0.3 - 0.2 * activity.at(second)))

/** What a filesystem keeps for itself. */
const usable = { disk: 0.9655, volume: 0.9787 }

/** The disk, and every volume that has been attached. */
const measureFilesystems =
  (isFree: boolean): Measure =>
  (host) => {
    const { id, droplet, world, activity } = host
    const size = (bytes: number, from: number, second: number) => {
      if (!isFree) return Math.floor(bytes)
      const grown = Math.min(0.5, (second % 31_536_000) / 31_536_000 / 4)
      return Math.floor(bytes * (from - grown - 0.01 * activity.at(second)))
    }
    const labels = (device: string, mountpoint: string) => ({ host_id: id, device, fstype: 'ext4', mountpoint })
    const disk: Series = {
      labels: labels('/dev/vda1', '/'),
      digits: 0,
      at: inside(host, (facts, second) => size(facts.disk * gibibyte * usable.disk, 0.82, second)),
    }
    const attached = droplet.volume_ids.map((volume, at): Series => {
      const history = findHistory(world, 'Volume', volume)
      const { name, filesystem_type: type } = world.engine.get('Volume', volume)
      const mountpoint = `/mnt/${name.replaceAll('-', '_')}`
      return {
        labels: { ...labels(`/dev/sd${String.fromCodePoint(97 + at)}`, mountpoint), ...(type && { fstype: type }) },
        digits: 0,
        at: inside(host, ({ volumes }, second) => {
          const gib = history(second)?.gib
          return gib === undefined || !volumes.includes(volume) ? undefined : size(gib * gibibyte * usable.volume, 0.9, second)
        }),
      }
    })
    return [disk, ...attached]
  }

export const dropletMetrics = {
  monitoring_droplets_getBandwidth: serve(measureBandwidth),
  monitoring_droplets_getCpu: serve(measureProcessor),
  monitoring_droplets_getFilesystemFree: serve(measureFilesystems(true)),
  monitoring_droplets_getFilesystemSize: serve(measureFilesystems(false)),
  monitoring_droplets_getLoad1: serve(measureLoad(1)),
  monitoring_droplets_getLoad5: serve(measureLoad(5)),
  monitoring_droplets_getLoad15: serve(measureLoad(15)),
  monitoring_droplets_getMemoryCached: serve(oneInside(0, cachedMemory)),
  monitoring_droplets_getMemoryFree: serve(oneInside(0, freeMemory)),
  monitoring_droplets_getMemoryTotal: serve(oneInside(0, (_host, facts) => totalMemory(facts))),
  monitoring_droplets_getMemoryAvailable: serve(
    oneInside(0, (host, facts, second) => freeMemory(host, facts, second) + Math.floor(cachedMemory(host, facts, second) * 0.9)),
  ),
} satisfies Behaviors

export const dropletRefusals: Readonly<Record<string, Refusal>> = Object.fromEntries(Object.keys(dropletMetrics).map((id) => [id, refuse]))

/** What a period of use is charged for: from the facts of the journal and the price lists, nothing else. */
import { appInstanceSizes, appPrices } from '../../catalogue/app-instance-sizes.ts'
import { databaseSizes } from '../../catalogue/database-engines.ts'
import * as prices from '../../catalogue/prices.ts'
import { sizes } from '../../catalogue/sizes.ts'
import type { Value } from '../../engine/values.ts'
import type { Period } from '../../usage/journal.ts'
import { micros } from './money.ts'

export interface Charge {
  readonly product: string
  /** The billing code. */
  readonly sku: string
  /** The product in words. */
  readonly title: string
  /** This one, by its name and size. */
  readonly description: string
  readonly group: string
  readonly region: string
  /** Millionths of a dollar. */
  readonly hourly: number
  readonly monthly: number
}

/** Finds out what a price depends on and the facts do not say. */
export interface Lookup {
  readonly clusterName: (id: string) => string
}

interface Priced {
  readonly product: string
  readonly sku: string
  readonly title?: string
  readonly size?: string
  readonly group?: string
  /** Dollars. */
  readonly monthly: number
  readonly hourly?: number
}

/** Apps are priced for the longest month. */
const hoursOfAppMonth = 744

type Price = (facts: Value, lookup: Lookup) => readonly Priced[]

/** What costs nothing is no line of a bill. */
export function listCharges({ kind, facts }: Period, lookup: Lookup): readonly Charge[] {
  const all = priceLists[kind]?.(facts, lookup) ?? []
  return all.flatMap(({ product, sku, title = product, size, group = '', monthly, hourly = monthly / prices.hoursOfMonth }) => {
    const description = size === undefined ? String(facts['name']) : `${String(facts['name'])} (${size})`
    const charge = { product, sku, title, description, group, region: String(facts['region'] ?? '') }
    return monthly > 0 ? [{ ...charge, hourly: micros(hourly), monthly: micros(monthly) }] : []
  })
}

const perGib =
  (product: string, sku: string, price: (facts: Value) => number): Price =>
  (facts) => [{ product, sku, size: `${String(facts['gib'])} GiB`, monthly: Number(facts['gib']) * price(facts) }]

const priceDroplet: Price = ({ size, hourly, monthly, backups, cluster }, { clusterName }) => {
  const slug = String(size)
  const group = cluster === undefined ? '' : clusterName(String(cluster))
  const product = cluster === undefined ? 'Droplets' : 'Kubernetes Clusters'
  const part = prices.backupPart[String(backups)] ?? 0
  const own: Priced = { product, sku: `droplet-${slug}`, title: slug, size: slug, group, monthly: Number(monthly), hourly: Number(hourly) }
  const saved = { product: 'Droplet Backups', sku: `droplet-backups-${String(backups)}`, group, size: `${String(backups)} backups` }
  return [own, { ...saved, monthly: Number(monthly) * part, hourly: Number(hourly) * part }]
}

const priceDatabase: Price = ({ size, nodes, storage, engine }) => {
  const entry = databaseSizes.find(({ slug }) => slug === size)
  if (!entry) return []
  const [, perMemory = 15] = Object.entries(prices.databasePerGib).find(([start]) => entry.slug.startsWith(start)) ?? []
  const extra = Math.max(0, Number(storage) - entry.storageMib) / 1024
  const product = 'Managed Databases'
  const text = `${String(engine ?? 'read-only')} ${entry.slug} x ${String(nodes)}`
  return [
    { product, sku: `database-${entry.slug}`, title: entry.slug, size: text, monthly: entry.memoryGib * perMemory * Number(nodes) },
    {
      product,
      sku: 'database-storage-gib',
      title: 'Database storage',
      size: `${extra} GiB more`,
      monthly: extra * prices.pricePerGib.databaseStorage * Number(nodes),
    },
  ]
}

const priceMachines: Price = ({ machines }) =>
  (machines as readonly { readonly size: string; readonly count: number }[]).map(({ size, count }) => {
    const whole = sizes.find(({ slug }) => slug === size)
    const hour = (prices.acceleratorHour[size] ?? whole?.price_hourly ?? 0) * count
    return {
      product: 'Dedicated Inference',
      sku: `inference-${size}`,
      title: size,
      size: `${size} x ${count}`,
      hourly: hour,
      monthly: hour * 744,
    }
  })

const priceApp: Price = ({ components, databases, hasAddresses }) => {
  const product = 'App Platform'
  const perMonth = (monthly: number) => ({ monthly, hourly: monthly / hoursOfAppMonth })
  const copies = (components as readonly { readonly name: string; readonly size: string; readonly count: number }[]).map(
    ({ name, size, count }): Priced => {
      const price = Number(appInstanceSizes.find(({ slug }) => slug === size)?.usd_per_month ?? 0) * count
      return { product, sku: `app-${size}`, title: size, size: `${name}: ${size} x ${count}`, ...perMonth(price) }
    },
  )
  const stored = perMonth(Number(databases) * appPrices.developmentDatabase)
  const addresses = perMonth(hasAddresses === true ? appPrices.dedicatedAddresses : 0)
  return [
    ...copies,
    { product, sku: 'app-dev-database', title: 'Development database', size: `${String(databases)} development databases`, ...stored },
    { product, sku: 'app-dedicated-ip', title: 'Dedicated IPs', size: 'dedicated addresses', ...addresses },
  ]
}

const priceLists: Readonly<Record<string, Price>> = {
  Droplet: priceDroplet,
  DatabaseCluster: priceDatabase,
  DatabaseReplica: priceDatabase,
  DedicatedInference: priceMachines,
  App: priceApp,
  Volume: perGib('Volumes', 'volume-gib', () => prices.pricePerGib.volume),
  Snapshot: perGib('Snapshots', 'snapshot-gib', ({ type }) =>
    type === 'volume' ? prices.pricePerGib.volumeSnapshot : prices.pricePerGib.dropletSnapshot,
  ),
  Image: perGib('Custom Images', 'image-gib', () => prices.pricePerGib.customImage),
  NfsShare: perGib('Network File Storage', 'nfs-gib', ({ tier }) =>
    tier === 'high' ? prices.pricePerGib.fastShare : prices.pricePerGib.share,
  ),
  LoadBalancer: ({ units, type }) => {
    const { [String(type) as keyof typeof prices.loadBalancerUnit]: unit = 12 } = prices.loadBalancerUnit
    return [
      { product: 'Load Balancers', sku: 'load-balancer-unit', size: `size ${String(units ?? 1)}`, monthly: unit * Number(units ?? 1) },
    ]
  },
  KubernetesCluster: ({ name, ha }) => [
    {
      product: 'Kubernetes Clusters',
      sku: 'kubernetes-ha',
      title: 'Kubernetes high availability',
      size: 'high availability',
      group: String(name),
      monthly: ha === true ? prices.highlyAvailable : 0,
    },
  ],
  ReservedIp: ({ droplet }) => [
    { product: 'Reserved IPs', sku: 'reserved-ip-idle', size: 'not assigned', monthly: droplet === null ? prices.idleReservedIp : 0 },
  ],
  RegistrySubscription: ({ slug, cents }) => [
    { product: 'Container Registry', sku: `registry-${String(slug)}`, monthly: Number(cents) / 100 },
  ],
  VpcNatGateway: ({ units }) => [
    { product: 'NAT Gateways', sku: 'nat-gateway-unit', size: `size ${String(units)}`, monthly: prices.natGatewayUnit * Number(units) },
  ],
  VectorDatabase: ({ size }) => [
    {
      product: 'Vector Databases',
      sku: `vector-database-${String(size)}`,
      size: String(size),
      monthly: prices.vectorDatabase[String(size)] ?? 0,
    },
  ],
  AddOn: ({ app, plan, price }) => [
    {
      product: 'Add-Ons',
      sku: `add-on-${String(plan)}`,
      title: `${String(app)} ${String(plan)}`,
      size: String(plan),
      monthly: Number(price ?? 0),
    },
  ],
  PartnerAttachment: ({ megabits }) => [
    {
      product: 'Partner Network Connect',
      sku: 'partner-attachment-mbps',
      size: `${String(megabits)} Mbps`,
      monthly: Number(megabits) * prices.partnerMegabit,
    },
  ],
}

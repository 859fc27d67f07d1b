/** Charges of a usage period, computed from the facts of the usage journal and the price lists. */
import { appInstanceSizes, appPrices } from '../../catalog/app-instance-sizes.ts'
import { databaseSizes } from '../../catalog/database-engines.ts'
import { microDropletSizes } from '../../catalog/micro-droplet-sizes.ts'
import * as prices from '../../catalog/prices.ts'
import { sizes } from '../../catalog/sizes.ts'
import type { MeteredKind, MeteredState } from '../../usage/metered-state.ts'
import type { AnyPeriod } from '../../usage/journal.ts'
import { toMicros } from './money.ts'

export interface Charge {
  readonly product: string
  /** The billing code. */
  readonly sku: string
  /** Display name of the product. */
  readonly title: string
  /** Name and size of the resource. */
  readonly description: string
  /** Id of the cluster whose name is the group, when `group` is empty. */
  readonly cluster?: string
  readonly group: string
  readonly region: string
  /** Millionths of a dollar. */
  readonly hourly: number
  readonly monthly: number
}

interface PricedItem {
  readonly product: string
  readonly sku: string
  readonly title?: string
  readonly size?: string
  readonly cluster?: string | undefined
  readonly group?: string
  /** Dollars. */
  readonly monthly: number
  readonly hourly?: number
}

/** Hours of the longest month, by which app prices are divided. */
const hoursOfAppMonth = 744

type Price<K extends MeteredKind> = (facts: MeteredState[K]) => readonly PricedItem[]

/** Lists the charges; those without a price are omitted. */
export function listCharges({ kind, facts }: AnyPeriod): readonly Charge[] {
  const name = 'name' in facts ? facts.name : ''
  const region = 'region' in facts ? facts.region : ''
  return listPrices(kind, facts).flatMap(
    ({ product, sku, title = product, size, cluster, group = '', monthly, hourly = monthly / prices.hoursPerMonth }) => {
      const description = size === undefined ? name : `${name} (${size})`
      const sums = { hourly: toMicros(hourly), monthly: toMicros(monthly) }
      const charge = { product, sku, title, description, group, region, ...sums, ...(cluster !== undefined && { cluster }) }
      return monthly > 0 ? [charge] : []
    },
  )
}

const listPrices = <K extends MeteredKind>(kind: K, facts: MeteredState[K]) => priceLists[kind]?.(facts) ?? []

function createGibPrice<F extends { readonly gib: number }>(product: string, sku: string, price: (facts: F) => number) {
  return (facts: F): readonly PricedItem[] => [{ product, sku, size: `${facts.gib} GiB`, monthly: facts.gib * price(facts) }]
}

const priceDroplet: Price<'Droplet'> = ({ size, hourly, monthly, backups, cluster }) => {
  const product = cluster === undefined ? 'Droplets' : 'Kubernetes Clusters'
  const own = { product, sku: `droplet-${size}`, title: size, size, cluster, monthly, hourly }
  if (backups === undefined) return [own]
  const part = prices.backupPriceFactor[backups] ?? 0
  const saved = { product: 'Droplet Backups', sku: `droplet-backups-${backups}`, cluster, size: `${backups} backups` }
  return [own, { ...saved, monthly: monthly * part, hourly: hourly * part }]
}

function priceDatabase({ size, nodes, storage, engine }: MeteredState['DatabaseCluster']): readonly PricedItem[] {
  const entry = databaseSizes.find(({ slug }) => slug === size)
  if (!entry) return []
  const [, perMemory = 15] = Object.entries(prices.databasePricePerGib).find(([start]) => entry.slug.startsWith(start)) ?? []
  const extra = Math.max(0, storage - entry.storageMib) / 1024
  const product = 'Managed Databases'
  const text = `${engine ?? 'read-only'} ${entry.slug} x ${nodes}`
  return [
    { product, sku: `database-${entry.slug}`, title: entry.slug, size: text, monthly: entry.memoryGib * perMemory * nodes },
    {
      product,
      sku: 'database-storage-gib',
      title: 'Database storage',
      size: `${extra} GiB more`,
      monthly: extra * prices.pricePerGib.databaseStorage * nodes,
    },
  ]
}

const priceMachines: Price<'DedicatedInference'> = ({ machines }) =>
  machines.map(({ size, count }) => {
    const sizeEntry = sizes.find(({ slug }) => slug === size)
    const hourly = (prices.acceleratorPricePerHour[size] ?? sizeEntry?.price_hourly ?? 0) * count
    return {
      product: 'Dedicated Inference',
      sku: `inference-${size}`,
      title: size,
      size: `${size} x ${count}`,
      hourly,
      monthly: hourly * 744,
    }
  })

const priceApp: Price<'App'> = ({ components, databases, hasAddresses }) => {
  const product = 'App Platform'
  const perMonth = (monthly: number) => ({ monthly, hourly: monthly / hoursOfAppMonth })
  const instances = components.map(({ name, size, count }): PricedItem => {
    const price = Number(appInstanceSizes.find(({ slug }) => slug === size)?.usd_per_month ?? 0) * count
    return { product, sku: `app-${size}`, ...(size && { title: size }), size: `${name}: ${size} x ${count}`, ...perMonth(price) }
  })
  const stored = perMonth(databases * appPrices.developmentDatabase)
  const addresses = perMonth(hasAddresses ? appPrices.dedicatedAddresses : 0)
  return [
    ...instances,
    { product, sku: 'app-dev-database', title: 'Development database', size: `${databases} development databases`, ...stored },
    { product, sku: 'app-dedicated-ip', title: 'Dedicated IPs', size: 'dedicated addresses', ...addresses },
  ]
}

const priceLists: { readonly [K in MeteredKind]?: Price<K> } = {
  Droplet: priceDroplet,
  DatabaseCluster: priceDatabase,
  DatabaseReplica: priceDatabase,
  DedicatedInference: priceMachines,
  App: priceApp,
  Volume: createGibPrice('Volumes', 'volume-gib', () => prices.pricePerGib.volume),
  Snapshot: createGibPrice('Snapshots', 'snapshot-gib', ({ type }: MeteredState['Snapshot']) =>
    type === 'volume' ? prices.pricePerGib.volumeSnapshot : prices.pricePerGib.dropletSnapshot,
  ),
  Image: createGibPrice('Custom Images', 'image-gib', () => prices.pricePerGib.customImage),
  NfsShare: createGibPrice('Network File Storage', 'nfs-gib', ({ tier }: MeteredState['NfsShare']) =>
    tier === 'high' ? prices.pricePerGib.fastShare : prices.pricePerGib.share,
  ),
  LoadBalancer: ({ units = 1, type = 'REGIONAL' }) => [
    { product: 'Load Balancers', sku: 'load-balancer-unit', size: `size ${units}`, monthly: prices.pricePerLoadBalancerUnit[type] * units },
  ],
  KubernetesCluster: ({ name, ha }) => [
    {
      product: 'Kubernetes Clusters',
      sku: 'kubernetes-ha',
      title: 'Kubernetes high availability',
      size: 'high availability',
      group: name,
      monthly: ha ? prices.highAvailabilityPrice : 0,
    },
  ],
  ReservedIp: ({ droplet }) => [
    { product: 'Reserved IPs', sku: 'reserved-ip-idle', size: 'not assigned', monthly: droplet === null ? prices.idleReservedIpPrice : 0 },
  ],
  RegistrySubscription: ({ slug, cents }) => [{ product: 'Container Registry', sku: `registry-${slug}`, monthly: cents / 100 }],
  VpcNatGateway: ({ units }) => [
    { product: 'NAT Gateways', sku: 'nat-gateway-unit', size: `size ${units}`, monthly: prices.pricePerNatGatewayUnit * units },
  ],
  VectorDatabase: ({ size }) => [
    { product: 'Vector Databases', sku: `vector-database-${size}`, size, monthly: prices.vectorDatabasePrices[size] ?? 0 },
  ],
  MicroDroplet: ({ size }) => [
    { product: 'Micro Droplets', sku: `micro-droplet-${size}`, title: size, size, monthly: microDropletSizes[size]?.monthly ?? 0 },
  ],
  AddOn: ({ app, plan, price = 0 }) => [{ product: 'Add-Ons', sku: `add-on-${plan}`, title: `${app} ${plan}`, size: plan, monthly: price }],
  PartnerAttachment: ({ megabits }) => [
    {
      product: 'Partner Network Connect',
      sku: 'partner-attachment-mbps',
      size: `${megabits} Mbps`,
      monthly: megabits * prices.pricePerPartnerMegabit,
    },
  ],
}

import { createCloud } from '@spindrift/client'
import type { DropletBackupPolicy, LoadBalancer, Snapshot } from '@spindrift/types'

const cloud = createCloud()

// US dollars per month, from the platform's price list. A droplet's price is in its size.
const databases: Readonly<Record<string, { node: number; storageGib: number }>> = {
  'db-s-1vcpu-1gb': { node: 15, storageGib: 10 },
  'db-s-1vcpu-2gb': { node: 30, storageGib: 30 },
  'db-s-2vcpu-4gb': { node: 60, storageGib: 60 },
}
const prices = {
  backups: { weekly: 0.2, daily: 0.3 } satisfies Record<NonNullable<DropletBackupPolicy['plan']>, number>,
  controlPlane: 40,
  databaseGib: 0.2,
  idleAddress: 5,
  loadBalancerUnit: { REGIONAL: 12, REGIONAL_NETWORK: 15, GLOBAL: 15 } satisfies Record<LoadBalancer['type'], number>,
  snapshotGib: { droplet: 0.06, volume: 0.03 } satisfies Record<Snapshot['resource_type'], number>,
  volumeGib: 0.1,
}

/** Lists the monthly cost of each resource, by the product name on the invoice. */
async function* listCosts(): AsyncGenerator<readonly [product: string, monthly: number]> {
  const plans = new Map<number, 'weekly' | 'daily' | undefined>()
  for await (const { droplet_id: id, backup_enabled: on, backup_policy: policy } of cloud.droplets.backupPolicies.list())
    if (on) plans.set(id, policy?.plan)
  for await (const { id, size, tags } of cloud.droplets.list()) {
    yield [tags.includes('k8s') ? 'Kubernetes Clusters' : 'Droplets', size.price_monthly]
    const plan = plans.get(id)
    if (plan) yield ['Droplet Backups', size.price_monthly * prices.backups[plan]]
  }
  for await (const { ha } of cloud.kubernetes.clusters.list()) if (ha) yield ['Kubernetes Clusters', prices.controlPlane]
  for await (const { size_gigabytes: gib } of cloud.volumes.list()) yield ['Volumes', gib * prices.volumeGib]
  for await (const { resource_type: type, size_gigabytes: gib } of cloud.snapshots.list())
    yield ['Snapshots', gib * prices.snapshotGib[type]]
  for await (const { size_unit: units, type } of cloud.loadBalancers.list()) yield ['Load Balancers', units * prices.loadBalancerUnit[type]]
  for await (const { droplet } of cloud.reservedIps.list()) if (!droplet) yield ['Reserved IPs', prices.idleAddress]
  for await (const { name, size, num_nodes: nodes, storage_size_mib: mib } of cloud.databases.list()) {
    const plan = databases[size]
    if (plan) yield ['Managed Databases', nodes * (plan.node + (mib / 1024 - plan.storageGib) * prices.databaseGib)]
    else console.warn(`No price for the size ${size} of ${name}.`)
  }
}

const costs = new Map<string, number>()
for await (const [product, monthly] of listCosts()) costs.set(product, (costs.get(product) ?? 0) + monthly)

const { billing_period: period, amount, product_charges: charged } = await cloud.billing.invoices.getSummary('preview')
const soFar = new Map(charged.items.map((item) => [item.name, item.amount]))
for (const [product, monthly] of costs) console.log(`${product}: ${monthly.toFixed(2)} a month, ${soFar.get(product) ?? '0.00'} so far`)
const total = [...costs.values()].reduce((sum, monthly) => sum + monthly, 0)
console.log(`${period}: ${total.toFixed(2)} a month, ${amount} so far`)

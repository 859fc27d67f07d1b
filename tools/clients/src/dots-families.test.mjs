/** Tests the newer families with `@digitalocean/dots`, and checks that the client knows every field of the replies. */
import { expect, it } from 'vitest'
import { createDigitalOceanClient, DigitalOceanApiKeyAuthenticationProvider } from '@digitalocean/dots'
import { FetchRequestAdapter } from '@microsoft/kiota-http-fetchlibrary'
import { findUnknown } from './find-unknown.mjs'
import { usePlatform } from './use-platform.ts'
import { waitUntil } from './wait-until.ts'

/** Fields that the client does not know, with reasons. */
const knownExceptions = [
  // Every list has a total.
  /: \.(meta|links)$/,
  // The client does not declare the links to other pages.
  /: \.links\.pages\.(next|last)$/,
  // Newer name of the limit of floating IPs.
  'account: .account.reserved_ip_limit',
  // Observed in replies of the platform, but undocumented. The CSI driver and the Go client read the first two.
  'account: .account.volume_limit',
  'network: .vpc.resolver_ip',
  'sizes: .sizes[].networking_throughput',
  // Exporters and dashboards read it.
  'app: .app.last_deployment_active_at',
  // Field of this API: true while an action runs on the share.
  'share: .share.locked',
  'IPv6 address: .reservedIpv6.droplet',
  // Declared in the Go client.
  /^topics?: \.topic\.(partition_count|config\.(message_timestamp_difference_max_ms|segment_index_bytes))$/,
  // The client does not declare nested steps, and declares wrong types for these replies.
  /progress\.steps\[\]\.steps\[\]/,
  /^gateway: /,
  /^pool: \.autoscalePool\.config\.target_number_instances$/,
]

const platform = await usePlatform()
const adapter = new FetchRequestAdapter(new DigitalOceanApiKeyAuthenticationProvider(platform.token))
adapter.baseUrl = platform.url
const { v2 } = createDigitalOceanClient(adapter)
const unknown = new Set()

/** Awaits a reply and records its unknown fields. */
const read = async (name, reply) => {
  const value = await reply
  for (const path of findUnknown(value)) unknown.add(`${name}: ${path}`)
  return value
}
const expectNotFound = (reply) => expect(reply).rejects.toMatchObject({ responseStatusCode: 404 })

it('reads the account and catalogs', async () => {
  await read('account', v2.account.get())
  await read('balance', v2.customers.my.balance.get())
  await read('billing history', v2.customers.my.billing_history.get())
  await read('invoices', v2.customers.my.invoices.get())
  await read('regions', v2.regions.get())
  expect((await read('sizes', v2.sizes.get())).sizes.length).toBeGreaterThan(3)
  await read('images', v2.images.get())
  await read('one-clicks', v2.oneClicks.get())
  await read('database options', v2.databases.optionsPath.get())
  await read('kubernetes options', v2.kubernetes.optionsPath.get())
  await read('app regions', v2.apps.regions.get())
  await read('app tiers', v2.apps.tiers.instance_sizes.get())
  await read('registry options', v2.registries.optionsPath.get())
  await read('models', v2.genAi.models.get())
  await read('agent regions', v2.genAi.regions.get())
})

it('manages an app', async () => {
  const web = {
    name: 'web',
    git: { repoCloneUrl: 'https://git.example/shop.git', branch: 'main' },
    instanceCount: 2,
    instanceSizeSlug: 'apps-s-1vcpu-1gb',
    httpPort: 8080,
  }
  const { app } = await read('app', v2.apps.post({ spec: { name: 'book-club', region: 'nyc', services: [web] } }))
  const at = v2.apps.byApp_Id(app.id)
  const live = await waitUntil(
    async () => (await read('app', at.get())).app,
    ({ activeDeployment }) => activeDeployment?.phase === 'ACTIVE',
  )
  expect(live.liveUrl).toMatch(/^https:/)
  const { deployment } = await read('deployment', at.deployments.post({ forceBuild: true }))
  expect((await read('deployment', at.deployments.byDeployment_id(deployment.id).get())).deployment.id).toBe(deployment.id)
  await read('deployments', at.deployments.get())
  const { app: changed } = await read(
    'app',
    at.put({ spec: { name: 'book-club', region: 'nyc', services: [{ ...web, instanceCount: 3 }] } }),
  )
  expect(changed.spec.services[0].instanceCount).toBe(3)
  await read('app alerts', at.alerts.get())
  expect((await at.delete()).id).toBe(app.id)
  await expectNotFound(at.get())
})

it('manages uptime checks and alert policies', async () => {
  const { check } = await read(
    'check',
    v2.uptime.checks.post({ name: 'Shop', type: 'https', target: 'https://www.tidewater.example', regions: ['us_east'], enabled: true }),
  )
  const at = v2.uptime.checks.byCheck_id(check.id)
  const alert = {
    name: 'Shop is slow',
    type: 'latency',
    threshold: 800,
    comparison: 'greater_than',
    period: '5m',
    notifications: { email: ['maya@tidewater.example'], slack: [] },
  }
  await read('check alert', at.alerts.post(alert))
  expect((await read('check alerts', at.alerts.get())).alerts).toHaveLength(1)
  await read('check state', at.state.get())
  await at.delete()
  const policy = {
    type: 'v1/insights/droplet/cpu',
    description: 'Busy',
    compare: 'GreaterThan',
    value: 80,
    window: '5m',
    entities: [],
    tags: ['shop'],
    alerts: { email: ['maya@tidewater.example'], slack: [] },
    enabled: true,
  }
  const { policy: created } = await read('policy', v2.monitoring.alerts.post(policy))
  expect((await read('policy', v2.monitoring.alerts.byAlert_uuid(created.uuid).put({ ...policy, enabled: false }))).policy.enabled).toBe(
    false,
  )
  await v2.monitoring.alerts.byAlert_uuid(created.uuid).delete()
})

it('manages IP addresses, networks, gateways and shares', async () => {
  const { reservedIp } = await read('address', v2.reserved_ips.post({ region: 'nyc3' }))
  expect((await read('address', v2.reserved_ips.byReserved_ip(reservedIp.ip).get())).reservedIp.region.slug).toBe('nyc3')
  await v2.reserved_ips.byReserved_ip(reservedIp.ip).delete()
  const { reservedIpv6 } = await read('IPv6 address', v2.reserved_ipv6.post({ regionSlug: 'nyc3' }))
  await v2.reserved_ipv6.byReserved_ipv6(reservedIpv6.ip).delete()

  const { vpc } = await read('network', v2.vpcs.post({ name: 'office', region: 'nyc3', ipRange: '10.108.0.0/20' }))
  const { vpc: other } = await read('network', v2.vpcs.post({ name: 'cellar', region: 'ams3', ipRange: '10.109.0.0/20' }))
  const { vpcPeering } = await read('peering', v2.vpc_peerings.post({ name: 'stairs', vpcIds: [vpc.id, other.id] }))
  await waitUntil(
    async () => (await read('peering', v2.vpc_peerings.byVpc_peering_id(vpcPeering.id).get())).vpcPeering,
    ({ status }) => status === 'ACTIVE',
  )
  await read('peering', v2.vpc_peerings.byVpc_peering_id(vpcPeering.id).delete())
  const { vpcNatGateway: gateway } = await read(
    'gateway',
    v2.vpc_nat_gateways.post({ name: 'egress', type: 'PUBLIC', region: 'nyc3', size: 1, vpcs: [{ vpcUuid: vpc.id }] }),
  )
  // The client declares the request type for the reply, so the other fields are unknown.
  const { id: gatewayId } = gateway.additionalData
  await waitUntil(
    async () => (await read('gateway', v2.vpc_nat_gateways.byId(gatewayId).get())).vpcNatGateway,
    ({ state }) => state === 'ACTIVE',
  )
  await v2.vpc_nat_gateways.byId(gatewayId).delete()
  const { share } = await read('share', v2.nfs.post({ name: 'masters', sizeGib: 100, region: 'nyc3', vpcIds: [vpc.id] }))
  await waitUntil(
    async () => (await read('share', v2.nfs.byNfs_id(share.id).get({ queryParameters: { region: 'nyc3' } }))).share,
    ({ status }) => status === 'ACTIVE',
  )
  await v2.nfs.byNfs_id(share.id).delete({ queryParameters: { region: 'nyc3' } })
})

it('manages autoscale pools, CDN endpoints and storage', async () => {
  const template = { region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', sshKeys: [], tags: ['pool'] }
  const { autoscalePool: pool } = await read(
    'pool',
    v2.droplets.autoscale.post({ name: 'web', config: { targetNumberInstances: 2 }, dropletTemplate: template }),
  )
  const at = v2.droplets.autoscale.byAutoscale_pool_id(pool.id)
  await waitUntil(
    async () => (await read('pool members', at.members.get())).droplets,
    (droplets) => droplets.length === 2 && droplets.every(({ status }) => status === 'active'),
  )
  await read('pool history', at.history.get())
  await at.delete()

  const { endpoint } = await read('endpoint', v2.cdn.endpoints.post({ origin: 'covers.nyc3.digitaloceanspaces.com', ttl: 3600 }))
  await v2.cdn.endpoints.byCdn_id(endpoint.id).cache.delete({ files: ['*'] })
  await v2.cdn.endpoints.byCdn_id(endpoint.id).delete()
  const { key } = await read('space key', v2.spaces.keys.post({ name: 'covers', grants: [{ bucket: '', permission: 'fullaccess' }] }))
  expect(key.secretKey).toBeTypeOf('string')
  await v2.spaces.keys.byAccess_key(key.accessKey).delete()
  const { registry } = await read('registry', v2.registries.post({ name: 'tidewater', subscriptionTierSlug: 'basic', region: 'nyc3' }))
  await read('repositories', v2.registries.byRegistry_name(registry.name).repositoriesV2.get())
  await read('docker credentials', v2.registries.byRegistry_name(registry.name).dockerCredentials.get())
  await v2.registries.byRegistry_name(registry.name).delete()
})

it('manages functions and agents', async () => {
  const { namespace } = await read('namespace', v2.functions.namespaces.post({ region: 'nyc1', label: 'orders' }))
  const at = v2.functions.namespaces.byNamespace_id(namespace.namespace)
  await read(
    'trigger',
    at.triggers.post({
      name: 'nightly',
      functionEscaped: 'orders/close',
      type: 'SCHEDULED',
      isEnabled: true,
      scheduledDetails: { cron: '30 3 * * *' },
    }),
  )
  await read('triggers', at.triggers.get())
  await at.delete()

  const { models } = await v2.genAi.models.get({ queryParameters: { perPage: 200 } })
  const { projects } = await read('projects', v2.projects.get())
  const request = {
    name: 'clerk',
    instruction: 'Answer about books.',
    modelUuid: models.find(({ id }) => id === 'llama3.3-70b-instruct').uuid,
    projectId: projects[0].id,
    region: 'tor1',
  }
  const { agent } = await read('agent', v2.genAi.agents.post(request))
  const here = v2.genAi.agents.byAgent_uuId(agent.uuid)
  expect((await read('agent', here.get())).agent.name).toBe('clerk')
  expect((await read('agent', here.put({ name: 'desk' }))).agent.name).toBe('desk')
  await read('agent keys', here.api_keys.post({ name: 'shop' }))
  await read('agents', v2.genAi.agents.get())
  await read('agent', here.delete())
})

it('manages database engines', async () => {
  const { database } = await read(
    'cluster',
    v2.databases.post({ name: 'events', engine: 'kafka', version: '3.8', region: 'nyc3', size: 'db-s-2vcpu-4gb', numNodes: 3 }),
  )
  const at = v2.databases.byDatabase_cluster_uuid(database.id)
  await waitUntil(
    async () => (await read('cluster', at.get())).database,
    ({ status }) => status === 'online',
  )
  await read('topic', at.topics.post({ name: 'orders', partitionCount: 3, replicationFactor: 2, config: { retentionMs: -1 } }))
  expect((await read('topic', at.topics.byTopic_name('orders').get())).topic.partitions).toHaveLength(3)
  await read('topics', at.topics.get())
  await read('database user', at.users.post({ name: 'mailer', settings: { acl: [{ topic: 'orders', permission: 'consume' }] } }))
  await read('database events', at.events.get())
  await read('database backups', at.backups.get())
  await at.delete()
  await expectNotFound(at.get())
})

it('finds unknown fields', () => {
  const droplets = [{ id: 1, size: { additionalData: { color: 'blue' }, slug: 's' } }]
  expect(findUnknown({ droplets, additionalData: { page: 1 } })).toEqual(['.page', '.droplets[].size.color'])
})

it('knows every field, apart from the listed exceptions', () => {
  const unexplained = [...unknown].filter(
    (name) => !knownExceptions.some((known) => (typeof known === 'string' ? known === name : known.test(name))),
  )
  expect(unexplained.toSorted()).toEqual([])
})

/** Tests `dots-wrapper` with the `endpoint` option. */
import { createApiClient } from 'dots-wrapper'
import { expect, it } from 'vitest'
import { usePlatform } from './use-platform.ts'
import { waitUntil } from './wait-until.ts'

const platform = await usePlatform()
const client = createApiClient({ token: platform.token, endpoint: `${platform.url}/v2` })

const web = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }

const createDroplet = async (name: string) => {
  const { data } = await client.droplet.createDroplet({ ...web, name })
  const { id } = data.droplet
  await waitUntil(
    async () => (await client.droplet.getDroplet({ droplet_id: id })).data.droplet,
    ({ status, locked }) => status === 'active' && !locked,
  )
  return id
}

const finishAction = (action_id: number) =>
  waitUntil(
    async () => (await client.action.getAction({ action_id })).data.action,
    ({ status }) => status === 'completed',
  )

it('reads the account and pages through the catalogs', async () => {
  expect((await client.account.getAccount()).data.account.status).toBe('active')
  expect((await client.region.listRegions({})).data.regions.length).toBeGreaterThan(5)
  const first = await client.size.listSizes({ page: 1, per_page: 3 })
  const second = await client.size.listSizes({ page: 2, per_page: 3 })
  expect(first.data.links?.pages?.next).toContain('page=2')
  expect(second.data.sizes[0]?.slug).not.toBe(first.data.sizes[0]?.slug)
  expect((await client.image.getImage({ slug: 'ubuntu-24-04-x64' })).data.image.slug).toBe('ubuntu-24-04-x64')
})

it('creates droplets, runs actions on one and deletes them by tag', async () => {
  const { data } = await client.droplet.createDroplets({ ...web, names: ['shop-01', 'shop-02'], tags: ['shop'] })
  const ids = data.droplets.map(({ id }) => id)
  expect(ids).toHaveLength(2)
  const [id = 0] = ids
  await waitUntil(
    async () => (await client.droplet.listDroplets({ tag_name: 'shop' })).data.droplets,
    (droplets) => droplets.every(({ status, locked }) => status === 'active' && !locked),
  )
  await finishAction((await client.droplet.powerOffDroplet({ droplet_id: id })).data.action.id)
  expect((await client.droplet.getDroplet({ droplet_id: id })).data.droplet.status).toBe('off')
  await finishAction((await client.droplet.snapshotDroplet({ droplet_id: id, name: 'shop-before-sale' })).data.action.id)
  const [snapshot] = (await client.droplet.listDropletSnapshots({ droplet_id: id })).data.snapshots
  expect(snapshot?.name).toBe('shop-before-sale')
  await finishAction((await client.droplet.renameDroplet({ droplet_id: id, name: 'shop-03' })).data.action.id)
  expect((await client.droplet.getDroplet({ droplet_id: id })).data.droplet.name).toBe('shop-03')
  expect((await client.droplet.listDropletActions({ droplet_id: id })).data.actions.length).toBe(4)
  await client.droplet.deleteDropletsByTag({ tag_name: 'shop' })
  await expect(client.droplet.getDroplet({ droplet_id: id })).rejects.toMatchObject({
    response: { status: 404, data: { id: 'not_found' } },
  })
})

it('attaches a volume, resizes and snapshots it', async () => {
  const droplet_id = await createDroplet('covers-01')
  const { volume } = (await client.volume.createVolume({ name: 'covers', region: 'nyc3', size_gigabytes: 10, filesystem_type: 'ext4' }))
    .data
  const volume_id = volume.id
  await finishAction((await client.volume.attachVolumeToDroplet({ volume_id, droplet_id, region: 'nyc3' })).data.action.id)
  expect((await client.volume.getVolume({ volume_id })).data.volume.droplet_ids).toEqual([droplet_id])
  await finishAction((await client.volume.detachVolumeFromDroplet({ volume_id, droplet_id, region: 'nyc3' })).data.action.id)
  await finishAction((await client.volume.resizeVolume({ volume_id, size_gigabytes: 20, region: 'nyc3' })).data.action.id)
  expect((await client.volume.listVolumes({ name: 'covers' })).data.volumes[0]?.size_gigabytes).toBe(20)
  const { snapshot } = (await client.volume.createVolumeSnapshot({ volume_id, name: 'covers-friday' })).data
  expect((await client.snapshot.listSnapshots({ resource_type: 'volume' })).data.snapshots.map(({ id }) => id)).toContain(snapshot.id)
  await client.snapshot.deleteSnapshot({ snapshot_id: snapshot.id })
  await client.volume.deleteVolumeByName({ volume_name: 'covers', region: 'nyc3' })
  await expect(client.volume.getVolume({ volume_id })).rejects.toMatchObject({ response: { status: 404 } })
})

it('manages records of a domain', async () => {
  await client.domain.createDomain({ name: 'tidewater.example', ip_address: '203.0.113.7' })
  const { domain_record: record } = (
    await client.domain.createDomainRecord({
      domain_name: 'tidewater.example',
      type: 'MX',
      name: '@',
      data: 'mail.tidewater.example.',
      priority: 10,
    })
  ).data
  await client.domain.updateDomainRecord({
    domain_name: 'tidewater.example',
    domain_record_id: record.id,
    type: 'MX',
    data: 'mail.tidewater.example.',
    ttl: 600,
  })
  const { domain_records: records } = (await client.domain.listDomainRecords({ domain_name: 'tidewater.example', type: 'MX' })).data
  expect(records).toMatchObject([{ id: record.id, ttl: 600, priority: 10 }])
  await client.domain.deleteDomainRecord({ domain_name: 'tidewater.example', domain_record_id: record.id })
  await client.domain.deleteDomain({ name: 'tidewater.example' })
})

it('manages firewalls and load balancers', async () => {
  const droplet_id = await createDroplet('front-01')
  const rule = { protocol: 'tcp', ports: '443', sources: { addresses: ['0.0.0.0/0'] } } as const
  const { firewall } = (
    await client.firewall.createFirewall({
      name: 'front',
      inbound_rules: [rule],
      outbound_rules: [{ protocol: 'tcp', ports: 'all', destinations: { addresses: ['0.0.0.0/0'] } }],
    } as unknown as Parameters<typeof client.firewall.createFirewall>[0])
  ).data
  const firewall_id = String(firewall.id)
  await client.firewall.addDropletsToFirewall({ firewall_id, droplet_ids: [droplet_id] })
  expect((await client.firewall.getFirewall({ firewall_id })).data.firewall.droplet_ids).toEqual([droplet_id])
  await client.firewall.deleteFirewall({ firewall_id })

  const { load_balancer } = (
    await client.loadBalancer.createLoadBalancer({
      name: 'front',
      region: 'nyc3',
      droplet_ids: [droplet_id],
      forwarding_rules: [{ entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 8080 }],
    } as unknown as Parameters<typeof client.loadBalancer.createLoadBalancer>[0])
  ).data
  const load_balancer_id = String(load_balancer.id)
  const active = await waitUntil(
    async () => (await client.loadBalancer.getLoadBalancer({ load_balancer_id })).data.load_balancer,
    ({ status }) => status === 'active',
  )
  expect(active.ip).toMatch(/^\d+\./)
  await client.loadBalancer.deleteLoadBalancer({ load_balancer_id })
})

it('manages a database cluster', async () => {
  const { database } = (
    await client.database.createDatabaseCluster({
      name: 'shop-pg',
      engine: 'pg',
      version: '16',
      region: 'nyc3',
      size: 'db-s-2vcpu-4gb',
      num_nodes: 1,
    })
  ).data
  const database_cluster_id = String(database.id)
  await waitUntil(
    async () => (await client.database.getDatabaseCluster({ database_cluster_id })).data.database,
    ({ status }) => status === 'online',
  )
  await client.database.createDatabaseClusterDb({ database_cluster_id, db_name: 'orders' })
  await client.database.createDatabaseClusterUser({ database_cluster_id, user_name: 'clerk' })
  await client.database.createConnectionPool({
    database_cluster_id,
    pool_name: 'tills',
    db_name: 'orders',
    user_name: 'clerk',
    mode: 'transaction',
    size: 5,
  })
  expect((await client.database.listConnectionPools({ database_cluster_id })).data.pools).toHaveLength(1)
  expect((await client.database.listDatabaseClusterBackups({ database_cluster_id })).data.backups).toBeInstanceOf(Array)
  await client.database.destroyDatabaseCluster({ database_cluster_id })
})

it('manages a Kubernetes cluster', async () => {
  const { options } = (await client.kubernetes.listAvailableOptionsOfKubernetes()).data
  const { kubernetes_cluster: cluster } = (
    await client.kubernetes.createKubernetesCluster({
      name: 'bindery',
      region: 'nyc3',
      version: String(options.versions[0]?.slug),
      node_pools: [{ name: 'press', size: 's-2vcpu-4gb', count: 2 }],
    } as unknown as Parameters<typeof client.kubernetes.createKubernetesCluster>[0])
  ).data
  const kubernetes_cluster_id = String(cluster.id)
  await waitUntil(
    async () => (await client.kubernetes.getKubernetesCluster({ kubernetes_cluster_id })).data.kubernetes_cluster,
    ({ status }) => status?.state === 'running',
  )
  expect(String((await client.kubernetes.getKubernetesClusterKubeconfig({ kubernetes_cluster_id })).data)).toContain('kind: Config')
  expect((await client.kubernetes.listNodePools({ kubernetes_cluster_id })).data.node_pools).toHaveLength(1)
  await client.kubernetes.deleteKubernetesCluster({ kubernetes_cluster_id })
})

it('throws its errors for rejected requests', async () => {
  const stranger = createApiClient({ token: 'nobody', endpoint: `${platform.url}/v2` })
  await expect(stranger.account.getAccount()).rejects.toMatchObject({
    response: { status: 401, data: { message: 'Unable to authenticate you.' } },
  })
  const reader = createApiClient({ token: platform.readToken, endpoint: `${platform.url}/v2` })
  await expect(reader.tag.createTag({ name: 'x' })).rejects.toMatchObject({ response: { status: 403 } })
  await expect(client.droplet.createDroplet({ ...web, size: 'huge' })).rejects.toMatchObject({ response: { status: 422 } })
})

it('manages projects, tags, keys, IP addresses, networks and agents', async () => {
  const project_id = String(
    (await client.project.createProject({ name: 'Shop', description: '', purpose: 'Web Application', environment: 'Production' })).data
      .project.id,
  )
  const volume = (await client.volume.createVolume({ name: 'ledger', region: 'nyc3', size_gigabytes: 1 })).data.volume
  const { resources } = (await client.project.assignResourcesToProject({ project_id, resources: [`do:volume:${volume.id}`] })).data
  expect(resources[0]?.status).toBe('assigned')
  await client.tag.createTag({ name: 'ledgers' })
  await client.tag.tagResources({ tag_name: 'ledgers', resources: [{ resource_id: volume.id, resource_type: 'volume' }] })
  expect((await client.tag.getTag({ tag_name: 'ledgers' })).data.tag.resources.count).toBe(1)
  const { floating_ip } = (await client.floatingIp.createFloatingIp({ region: 'nyc3' })).data
  expect((await client.floatingIp.getFloatingIp({ ip: floating_ip.ip })).data.floating_ip.region.slug).toBe('nyc3')
  await client.floatingIp.deleteFloatingIp({ ip: floating_ip.ip })
  const { vpc } = (await client.vpc.createVpc({ name: 'back-office', region: 'nyc3', ip_range: '10.99.0.0/24' })).data
  expect((await client.vpc.updateVpc({ vpc_id: String(vpc.id), name: 'back-room' })).data.vpc.name).toBe('back-room')
  await client.vpc.deleteVpc({ vpc_id: String(vpc.id) })
  expect((await client.genAi.listModels()).data.models.length).toBeGreaterThan(0)
  expect((await client.customer.getBalance()).data.month_to_date_usage).toMatch(/^\d+\.\d\d$/)
  expect((await client.customer.listInvoices({})).data.invoices).toBeInstanceOf(Array)
})

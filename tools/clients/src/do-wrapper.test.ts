/** Tests `do-wrapper`. It has no option for the base URL, so the test sets the `apiUrl` property of its request helper. */
import DigitalOcean from 'do-wrapper'
import { expect, it } from 'vitest'
import { usePlatform } from './use-platform.ts'
import { waitUntil } from './wait-until.ts'

// CommonJS with a `default`: Node imports the module object, bundlers may import the class.
const Client = ('default' in DigitalOcean ? DigitalOcean.default : DigitalOcean) as typeof DigitalOcean.default
const platform = await usePlatform()

const connect = (token: string) => {
  const instance = new Client(token)
  const { requestHelper } = instance.account as unknown as { readonly requestHelper: { apiUrl: string } }
  requestHelper.apiUrl = `${platform.url}/v2/`
  return instance
}

const client = connect(platform.token)

const web = {
  name: 'web-01',
  region: 'nyc3',
  size: 's-1vcpu-2gb',
  image: 'ubuntu-24-04-x64',
  ssh_keys: [],
  backups: false,
  ipv6: true,
  private_networking: true,
  user_data: null,
  monitoring: false,
  volumes: [],
  tags: ['web'],
}

const finishAction = (id: number) =>
  waitUntil(
    async () => (await client.actions.getById(id)).action,
    ({ status }) => status === 'completed',
  )

it('reads the account and catalogs, one page and all pages', async () => {
  expect((await client.account.get()).account.email_verified).toBe(true)
  const { sizes, meta } = await client.sizes.get('', false, 1, 2)
  expect(sizes).toHaveLength(2)
  expect(await client.sizes.get('', true)).toHaveLength(meta.total)
  expect((await client.images.getByIdOrSlug('ubuntu-24-04-x64')).image.distribution).toBe('Ubuntu')
})

it('creates a droplet, runs actions on it, and deletes it', async () => {
  const { droplet, links } = await client.droplets.create(web)
  await finishAction(links.actions[0].id)
  const { action } = await client.droplets.requestAction(droplet.id, { type: 'power_off' })
  await finishAction(action.id)
  expect((await client.droplets.getAction(droplet.id, action.id)).action.type).toBe('power_off')
  expect((await client.droplets.getById(droplet.id)).droplet.status).toBe('off')
  expect((await client.droplets.getAll('web')).droplets).toHaveLength(1)
  expect((await client.droplets.getNeighbors(droplet.id)).droplets).toBeInstanceOf(Array)
  const { actions } = await client.droplets.requestActionByTag('web', { type: 'power_on' })
  await finishAction(actions[0].id)
  expect(await client.droplets.deleteById(droplet.id)).toBeNull()
})

it('manages volumes and their snapshots', async () => {
  const { volume } = await client.volumes.create({
    name: 'covers',
    region: 'nyc3',
    size_gigabytes: 10,
    description: '',
    filesystem_label: '',
    filesystem_type: '',
    snapshot_id: '',
    tags: [],
  } as never)
  expect((await client.volumes.getByNameAndRegion('covers', 'nyc3')).volumes[0].id).toBe(volume.id)
  const { action } = await client.volumes.requestAction(volume.id, { type: 'resize', size_gigabytes: 11, region: 'nyc3' })
  await finishAction(action.id)
  const { snapshot } = await client.volumes.createSnapshot(volume.id, { name: 'friday' } as never)
  expect((await client.snapshots.getForVolumes('')).snapshots).toHaveLength(1)
  await client.snapshots.deleteById(snapshot.id)
  await client.volumes.deleteByNameAndRegion('covers', 'nyc3')
  expect((await client.volumes.getAll('nyc3')).volumes).toEqual([])
})

it('manages domains, tags, keys and projects', async () => {
  await client.domains.create({ name: 'tidewater.example', ip_address: '203.0.113.7' })
  const record = { type: 'TXT', name: 'note', data: 'hello', ttl: 600, tag: '' }
  const { domain_record } = await client.domains.createRecord('tidewater.example', record)
  const changed = await client.domains.updateRecord('tidewater.example', domain_record.id, { ...record, data: 'good bye' })
  expect(changed.domain_record.data).toBe('good bye')
  await client.domains.deleteRecord('tidewater.example', domain_record.id)
  expect(await client.domains.delete('tidewater.example')).toBeNull()

  await client.tags.create('covers')
  expect((await client.tags.getByName('covers')).tag.resources.count).toBe(0)
  await client.tags.delete('covers')

  const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0lYaHSAGUzoO7Cr3XgJHEBYiT5gNXQqfcQlAE1VmBr clerk'
  const { ssh_key } = await client.keys.add({ name: 'clerk', public_key: publicKey })
  expect((await client.keys.getByFingerprint(ssh_key.fingerprint)).ssh_key.id).toBe(ssh_key.id)
  await client.keys.delete(ssh_key.id)

  const { project } = await client.projects.create({ name: 'Shop', purpose: 'Web Application', description: '', environment: 'Production' })
  expect((await client.projects.patch(project.id, { name: 'Shop 2' } as never)).project.name).toBe('Shop 2')
  expect((await client.projects.getDefault()).project.is_default).toBe(true)
})

it('manages databases, clusters, firewalls, load balancers and IP addresses', async () => {
  const { database } = await client.databases.createCluster({
    name: 'shop',
    engine: 'pg',
    version: '16',
    region: 'nyc3',
    size: 'db-s-2vcpu-4gb',
    num_nodes: 1,
    tags: [],
  })
  await waitUntil(
    async () => (await client.databases.getClusterById(database.id)).database,
    ({ status }) => status === 'online',
  )
  await client.databases.createUser(database.id, 'clerk')
  expect((await client.databases.getAllUsers(database.id)).users.length).toBe(2)
  await client.databases.deleteUser(database.id, 'clerk')

  const { options } = await client.kubernetes.getAvailability()
  const { kubernetes_cluster: cluster } = await client.kubernetes.create({
    name: 'bindery',
    region: 'nyc3',
    version: options.versions[0].slug,
    node_pools: [{ name: 'press', size: 's-2vcpu-4gb', count: 1 }],
  } as never)
  expect((await client.kubernetes.getNodePools(cluster.id)).node_pools).toHaveLength(1)
  await client.kubernetes.delete(cluster.id)

  const { firewall } = await client.firewalls.create({
    name: 'front',
    droplet_ids: [],
    inbound_rules: [{ protocol: 'tcp', ports: '22', sources: { addresses: ['0.0.0.0/0'] } }],
    outbound_rules: [],
  } as never)
  await client.tags.create('front')
  await client.firewalls.addTags(firewall.id, ['front'])
  expect((await client.firewalls.getById(firewall.id)).firewall.tags).toEqual(['front'])
  await client.firewalls.delete(firewall.id)

  const { floating_ip } = await client.floatingIPs.assignRegion('nyc3')
  expect((await client.floatingIPs.getByIp(floating_ip.ip)).floating_ip.locked).toBe(false)
  await client.floatingIPs.deleteByIp(floating_ip.ip)
})

it('throws the errors of its transport', async () => {
  await expect(client.droplets.getById('1')).rejects.toMatchObject({ name: 'HTTPError', response: { statusCode: 404 } })
  await expect(connect('nobody').account.get()).rejects.toMatchObject({ response: { statusCode: 401 } })
})

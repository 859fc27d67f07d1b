/**
 * Tests `@digitalocean/dots` with the base URL of its request adapter. JavaScript, because the package ships its sources as types, which do not
 * compile with the required runtime.
 */
import { createDigitalOceanClient, DigitalOceanApiKeyAuthenticationProvider, InferenceClient } from '@digitalocean/dots'
import { FetchRequestAdapter } from '@microsoft/kiota-http-fetchlibrary'
import { expect, it } from 'vitest'
import { usePlatform } from './use-platform.ts'
import { waitUntil } from './wait-until.ts'

const platform = await usePlatform()

const connect = (token) => {
  const adapter = new FetchRequestAdapter(new DigitalOceanApiKeyAuthenticationProvider(token))
  adapter.baseUrl = platform.url
  return createDigitalOceanClient(adapter).v2
}

const v2 = connect(platform.token)

const web = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }
const droplet = (id) => v2.droplets.byDroplet_id(id)
const finishAction = (id) =>
  waitUntil(
    async () => (await v2.actions.byAction_id(id).get()).action,
    ({ status }) => status === 'completed',
  )
const createDroplet = async (name) => {
  const created = await v2.droplets.post({ ...web, name })
  await finishAction(created.links.actions[0].id)
  return created.droplet.id
}

it('reads the account, and follows links to other pages', async () => {
  expect((await v2.account.get()).account.emailVerified).toBe(true)
  const slugs = []
  for (let page = 1; ; page += 1) {
    const { sizes, links } = await v2.sizes.get({ queryParameters: { page, perPage: 5 } })
    slugs.push(...sizes.map(({ slug }) => slug))
    // The client declares either `first` and `prev` or `next` and `last`; the others are in `additionalData`.
    const next = links?.pages?.next ?? links?.pages?.additionalData?.next
    if (next === undefined) break
    expect(new URL(next).searchParams.get('page')).toBe(String(page + 1))
  }
  expect(new Set(slugs).size).toBe((await v2.sizes.get({ queryParameters: { perPage: 1 } })).meta.total)
})

it('creates a droplet, runs actions on it and deletes it', async () => {
  const id = await createDroplet('web-01')
  const { action } = await droplet(id).actions.post({ type: 'power_off' })
  expect((await finishAction(action.id)).completedAt).toBeInstanceOf(Date)
  const { droplet: found } = await droplet(id).get()
  expect(found).toMatchObject({ status: 'off', region: { slug: 'nyc3' }, sizeSlug: web.size })
  expect(found.networks.v4.map(({ type }) => type).toSorted()).toEqual(['private', 'public'])
  expect((await v2.droplets.get({ queryParameters: { name: 'web-01' } })).droplets).toHaveLength(1)
  await droplet(id).delete()
  await expect(droplet(id).get()).rejects.toMatchObject({ responseStatusCode: 404, id: 'not_found' })
})

it('attaches a volume and snapshots it', async () => {
  const dropletId = await createDroplet('covers-01')
  const { volume } = await v2.volumes.post({
    name: 'covers',
    region: 'nyc3',
    sizeGigabytes: 10,
    filesystemType: 'ext4',
    description: 'Covers',
  })
  const { action } = await v2.volumes.byVolume_id(volume.id).actions.post({ type: 'attach', dropletId })
  await finishAction(action.id)
  expect((await v2.volumes.byVolume_id(volume.id).get()).volume.dropletIds).toEqual([dropletId])
  const { snapshot } = await v2.volumes.byVolume_id(volume.id).snapshots.post({ name: 'friday' })
  await v2.snapshots.bySnapshot_id(snapshot.id).delete()
})

it('manages records, tags, keys, projects and firewalls', async () => {
  await v2.domains.post({ name: 'tidewater.example', ipAddress: '203.0.113.7' })
  const records = v2.domains.byDomain_name('tidewater.example').records
  const { domainRecord } = await records.post({ type: 'TXT', name: 'note', data: 'hello', ttl: 600 })
  expect((await records.byDomain_record_id(domainRecord.id).patch({ type: 'TXT', data: 'good bye' })).domainRecord.data).toBe('good bye')
  expect((await records.get({ queryParameters: { type: 'TXT' } })).domainRecords).toHaveLength(1)
  await records.byDomain_record_id(domainRecord.id).delete()
  await v2.domains.byDomain_name('tidewater.example').delete()

  expect((await v2.tags.post({ name: 'shop' })).tag.name).toBe('shop')
  const { project } = await v2.projects.post({ name: 'Shop', purpose: 'Web Application', environment: 'Production' })
  expect((await v2.projects.byProject_id(project.id).patch({ name: 'Shop 2' })).project.name).toBe('Shop 2')
  const { firewall } = await v2.firewalls.post({
    name: 'front',
    tags: ['shop'],
    inboundRules: [{ protocol: 'tcp', ports: '443', sources: { addresses: ['0.0.0.0/0'] } }],
    outboundRules: [],
  })
  expect((await v2.firewalls.byFirewall_id(firewall.id).get()).firewall.inboundRules[0].ports).toBe('443')
  await v2.firewalls.byFirewall_id(firewall.id).delete()
})

it('manages database and Kubernetes clusters', async () => {
  const { database } = await v2.databases.post({
    name: 'shop',
    engine: 'pg',
    version: '16',
    region: 'nyc3',
    size: 'db-s-2vcpu-4gb',
    numNodes: 1,
  })
  const cluster = v2.databases.byDatabase_cluster_uuid(database.id)
  await waitUntil(
    async () => (await cluster.get()).database,
    ({ status }) => status === 'online',
  )
  expect((await cluster.users.post({ name: 'clerk' })).user.password).toBeTypeOf('string')
  expect((await cluster.dbs.post({ name: 'orders' })).db.name).toBe('orders')
  expect((await cluster.config.get()).config).toBeDefined()
  await cluster.delete()

  const { options } = await v2.kubernetes.optionsPath.get()
  const { kubernetesCluster } = await v2.kubernetes.clusters.post({
    name: 'bindery',
    region: 'nyc3',
    version: options.versions[0].slug,
    nodePools: [{ name: 'press', size: 's-2vcpu-4gb', count: 1 }],
  })
  await waitUntil(
    async () => (await v2.kubernetes.clusters.byCluster_id(kubernetesCluster.id).get()).kubernetesCluster,
    ({ status }) => status.state === 'running',
  )
  await v2.kubernetes.clusters.byCluster_id(kubernetesCluster.id).delete()
})

it('lists the resources of every family', async () => {
  const families = {
    apps: v2.apps,
    cdn: v2.cdn.endpoints,
    certificates: v2.certificates,
    functions: v2.functions.namespaces,
    gradient: v2.genAi.agents,
    images: v2.images,
    invoices: v2.customers.my.invoices,
    keys: v2.account.keys,
    balancers: v2.load_balancers,
    alerts: v2.monitoring.alerts,
    nats: v2.vpc_nat_gateways,
    oneClicks: v2.oneClicks,
    partners: v2.partner_network_connect.attachments,
    peerings: v2.vpc_peerings,
    registries: v2.registries,
    addresses: v2.reserved_ips,
    addresses6: v2.reserved_ipv6,
    snapshots: v2.snapshots,
    spaces: v2.spaces.keys,
    checks: v2.uptime.checks,
    networks: v2.vpcs,
    pools: v2.droplets.autoscale,
  }
  const failed = []
  for (const [name, family] of Object.entries(families)) await family.get().catch((error) => failed.push(`${name}: ${error.message}`))
  expect(failed).toEqual([])
})

it('returns replies of models, complete and streamed', async () => {
  const inference = new InferenceClient({ apiKey: platform.inferenceKey, baseURL: platform.url })
  const request = { model: 'llama3.3-70b-instruct', messages: [{ role: 'user', content: 'Who binds the books?' }] }
  const whole = await inference.chat.completions.create(request)
  let text = ''
  for await (const chunk of await inference.chat.completions.create({ ...request, stream: true }))
    text += chunk.choices[0]?.delta.content ?? ''
  expect(text).toBe(whole.choices[0].message.content)
  expect((await inference.responses.create({ model: request.model, input: 'Who?' })).output_text).not.toBe('')
  expect((await inference.embeddings.create({ model: 'gte-large-en-v1.5', input: 'tide' })).data).toHaveLength(1)
  expect((await inference.models.list()).data.length).toBeGreaterThan(3)
  expect((await inference.async_images.generate({ model_id: 'fal-ai/flux/schnell', prompt: 'a lighthouse' })).request_id).toBeTypeOf(
    'string',
  )
})

it('throws its error classes', async () => {
  await expect(connect('nobody').account.get()).rejects.toMatchObject({ responseStatusCode: 401 })
  await expect(v2.droplets.post({ ...web, size: 'huge' })).rejects.toMatchObject({ responseStatusCode: 422 })
})

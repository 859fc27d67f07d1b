/** Every family that the seed names, in its words, asked of a running sandbox: what is made is found again, what is given is not empty. */
import { describe, expect } from 'vitest'
import { type Json, openProbe, type Probe } from '../observed/probe.ts'
import { rule } from '../rules/rule.ts'

/** Looks at one family; a request that is refused throws. */
type Show = (probe: Probe) => Promise<void>
type Families = Readonly<Record<string, Show>>

/** Each of a rule's families has a sandbox of its own. */
const showAll = (families: Families) => async () => {
  for (const [name, show] of Object.entries(families)) {
    const before = expect.getState().assertionCalls
    await show(openProbe())
    expect(expect.getState().assertionCalls, `what is looked at of ${name}`).toBeGreaterThan(before)
  }
}

/** A list, or an object, that is there without being made. */
const given =
  (path: string, root: string): Show =>
  async ({ make }) => {
    const { [root]: found } = await make('GET', path)
    expect(Object.keys(found).length, `${path} ${root}`).toBeGreaterThan(0)
  }

interface Kept {
  readonly at: string
  readonly one: string
  readonly many: string
  readonly body: object
  /** The property that names it. */
  readonly key?: string
}

/** Makes one and finds it in the list. */
async function keep({ make }: Probe, { at, one, many, body, key = 'id' }: Kept): Promise<Json> {
  const { [one]: made } = await make('POST', at, body)
  expect(made[key], `${at} ${key}`).toBeTruthy()
  const list = await make('GET', at)
  expect(
    list[many].map((each: Json) => each[key]),
    at,
  ).toContain(made[key])
  return made
}

const kept =
  (at: string, one: string, many: string, body: object, key?: string): Show =>
  async (probe) =>
    void (await keep(probe, { at, one, many, body, ...(key !== undefined && { key }) }))

/** What is asked of an object is an action, which is also found among all. */
async function act({ make, pass }: Probe, path: string, body: object): Promise<void> {
  await pass(600)
  const { action } = await make('POST', `${path}/actions`, body)
  expect((await make('GET', `/v2/actions/${action.id}`)).action, path).toMatchObject({ id: action.id, type: action.type })
}

const droplet = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', ipv6: true }
const volume = { name: 'covers', region: 'nyc3', size_gigabytes: 10 }
const share = { name: 'shared-covers', region: 'nyc3', size_gib: 50 }
const network = { name: 'storefront-net', region: 'nyc3', ip_range: '10.20.0.0/24' }

const keepDroplet = (probe: Probe) => keep(probe, { at: '/v2/droplets', one: 'droplet', many: 'droplets', body: droplet })
const keepVolume = (probe: Probe) => keep(probe, { at: '/v2/volumes', one: 'volume', many: 'volumes', body: volume })
const keepNetwork = (probe: Probe, more: object = {}) =>
  keep(probe, { at: '/v2/vpcs', one: 'vpc', many: 'vpcs', body: { ...network, ...more } })

const compute: Families = {
  'droplets and their actions': async (probe) => {
    const { id } = await keepDroplet(probe)
    await act(probe, `/v2/droplets/${id}`, { type: 'reboot' })
  },
  'autoscale pools': kept('/v2/droplets/autoscale', 'autoscale_pool', 'autoscale_pools', {
    name: 'storefront-web',
    config: { target_number_instances: 2 },
    droplet_template: { region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', ssh_keys: [] },
  }),
  'volumes and their actions': async (probe) => {
    const { id } = await keepVolume(probe)
    await act(probe, `/v2/volumes/${id}`, { type: 'resize', size_gigabytes: 20, region: 'nyc3' })
  },
  'images and their actions': async (probe) => {
    const body = { name: 'base', url: 'https://downloads.tidewater.example/base.qcow2', region: 'nyc3' }
    const { id } = await keep(probe, { at: '/v2/images', one: 'image', many: 'images', body })
    await act(probe, `/v2/images/${id}`, { type: 'transfer', region: 'sfo3' })
  },
  snapshots: async (probe) => {
    const { id } = await keepVolume(probe)
    const { snapshot } = await probe.make('POST', `/v2/volumes/${id}/snapshots`, { name: 'covers-monday' })
    expect((await probe.make('GET', '/v2/snapshots')).snapshots.map((each: Json) => each.id)).toEqual([snapshot.id])
  },
  sizes: given('/v2/sizes', 'sizes'),
  regions: given('/v2/regions', 'regions'),
  'NFS shares and their actions': async (probe) => {
    const vpc = await keepNetwork(probe)
    const { id } = await keep(probe, { at: '/v2/nfs', one: 'share', many: 'shares', body: { ...share, vpc_ids: [vpc.id] } })
    // Their actions are numbered on their own; the share shows how they went.
    await probe.pass(600)
    await probe.make('POST', `/v2/nfs/${id}/actions`, { type: 'snapshot', params: { name: 'covers-monday' } })
    await probe.pass(600)
    expect((await probe.make('GET', '/v2/nfs/snapshots')).snapshots.map((each: Json) => each.name)).toEqual(['covers-monday'])
  },
}

const reserve =
  (at: string, one: string, many: string, body: object): Show =>
  async (probe) => {
    const { id } = await keepDroplet(probe)
    const { ip } = await keep(probe, { at, one, many, key: 'ip', body })
    await act(probe, `${at}/${ip}`, { type: 'assign', droplet_id: id })
  }

const networking: Families = {
  'domains and their records': async (probe) => {
    const { name } = await keep(probe, {
      at: '/v2/domains',
      one: 'domain',
      many: 'domains',
      key: 'name',
      body: { name: 'tidewater.example' },
    })
    const record = { type: 'A', name: 'www', data: '203.0.113.25' }
    await keep(probe, { at: `/v2/domains/${name}/records`, one: 'domain_record', many: 'domain_records', body: record })
  },
  firewalls: kept('/v2/firewalls', 'firewall', 'firewalls', {
    name: 'web-traffic',
    inbound_rules: [{ protocol: 'tcp', ports: '443', sources: { addresses: ['0.0.0.0/0'] } }],
  }),
  'load balancers': kept('/v2/load_balancers', 'load_balancer', 'load_balancers', {
    name: 'storefront-lb',
    region: 'nyc3',
    forwarding_rules: [{ entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 8080 }],
  }),
  'reserved IPs and their actions': reserve('/v2/reserved_ips', 'reserved_ip', 'reserved_ips', { region: 'nyc3' }),
  'reserved IPv6 addresses and their actions': reserve('/v2/reserved_ipv6', 'reserved_ipv6', 'reserved_ipv6s', { region_slug: 'nyc3' }),
  'floating IPs and their actions': reserve('/v2/floating_ips', 'floating_ip', 'floating_ips', { region: 'nyc3' }),
  VPCs: async (probe) => void (await keepNetwork(probe)),
  'VPC peerings': async (probe) => {
    const ids = [(await keepNetwork(probe)).id, (await keepNetwork(probe, { name: 'reports-net', ip_range: '10.30.0.0/24' })).id]
    const body = { name: 'storefront-reports', vpc_ids: ids }
    await keep(probe, { at: '/v2/vpc_peerings', one: 'vpc_peering', many: 'vpc_peerings', body })
  },
  'VPC NAT gateways': async (probe) => {
    const { id } = await keepNetwork(probe)
    const body = { name: 'storefront-egress', type: 'PUBLIC', region: 'nyc3', size: 1, vpcs: [{ vpc_uuid: id }] }
    await keep(probe, { at: '/v2/vpc_nat_gateways', one: 'vpc_nat_gateway', many: 'vpc_nat_gateways', body })
  },
  'partner network connect': async (probe) => {
    const { id } = await keepNetwork(probe)
    const line = { name: 'printing-house', connection_bandwidth_in_mbps: 1000, region: 'nyc', naas_provider: 'MEGAPORT' }
    const names = { at: '/v2/partner_network_connect/attachments', one: 'partner_attachment', many: 'partner_attachments' }
    await keep(probe, { ...names, body: { ...line, vpc_ids: [id] } })
  },
  'own IP prefixes': async ({ make }) => {
    const { uuid } = await make('POST', '/v2/byoip_prefixes', { prefix: '192.0.2.0/24', region: 'nyc3', signature: 'ZXhhbXBsZQ==' })
    expect((await make('GET', '/v2/byoip_prefixes')).byoip_prefixes.map((each: Json) => each.uuid)).toEqual([uuid])
  },
  'CDN endpoints': kept('/v2/cdn/endpoints', 'endpoint', 'endpoints', { origin: 'covers.nyc3.digitaloceanspaces.com' }),
  certificates: async (probe) => {
    await probe.make('POST', '/v2/domains', { name: 'tidewater.example' })
    const body = { name: 'shop', type: 'lets_encrypt', dns_names: ['tidewater.example'] }
    await keep(probe, { at: '/v2/certificates', one: 'certificate', many: 'certificates', body })
  },
}

const cluster = { name: 'bindery', region: 'nyc3', node_pools: [{ size: 's-2vcpu-4gb', name: 'shop-pool', count: 1 }] }

const platform: Families = {
  apps: kept('/v2/apps', 'app', 'apps', {
    spec: { name: 'book-club', static_sites: [{ name: 'site', git: { repo_clone_url: 'https://git.example/site.git', branch: 'main' } }] },
  }),
  'functions, by their namespaces': kept(
    '/v2/functions/namespaces',
    'namespace',
    'namespaces',
    { region: 'tor1', label: 'orders' },
    'uuid',
  ),
  'Kubernetes clusters': async (probe) => {
    const [{ slug: version }] = (await probe.make('GET', '/v2/kubernetes/options')).options.versions
    const body = { ...cluster, version }
    await keep(probe, { at: '/v2/kubernetes/clusters', one: 'kubernetes_cluster', many: 'kubernetes_clusters', body })
  },
  'the registry of an account': async ({ make }) => {
    const body = { name: 'tidewater', subscription_tier_slug: 'basic', region: 'nyc3' }
    const { registry } = await make('POST', '/v2/registry', body)
    expect((await make('GET', '/v2/registry')).registry.name).toBe(registry.name)
  },
  'several registries': async (probe) => {
    const names = { at: '/v2/registries', one: 'registry', many: 'registries', key: 'name' }
    for (const name of ['tidewater', 'bindery'])
      await keep(probe, { ...names, body: { name, subscription_tier_slug: 'professional', region: 'nyc3' } })
  },
  'database clusters': kept('/v2/databases', 'database', 'databases', {
    name: 'orders-pg',
    engine: 'pg',
    region: 'nyc3',
    size: 'db-s-1vcpu-1gb',
    num_nodes: 1,
  }),
  'vector databases': kept('/v2/vector-databases', 'vector_db', 'vector_dbs', { name: 'book-vectors', region: 'nyc3', size: 'small' }),
  '1-click applications': given('/v2/1-clicks', '1_clicks'),
  'add-ons': given('/v2/add-ons/apps', 'apps'),
}

const llama = 'c7e0b135-7a68-4f52-9d3e-41f8a06c2b97'
const embedder = '5a7d92e0-1c38-4be6-a4f5-0d83c61e7b24'
const question = { model: 'llama3.3-70b-instruct', messages: [{ role: 'user', content: 'Do you have tide tables?' }] }

/** What the agent platform keeps belongs to a project: here the one that is there from the beginning. */
async function ofProject({ make }: Probe, fields: object): Promise<object> {
  return { project_id: (await make('GET', '/v2/projects/default')).project.id, region: 'tor1', ...fields }
}

async function makeAgent(probe: Probe, name: string): Promise<Json> {
  const body = await ofProject(probe, { name, instruction: 'You help customers.', model_uuid: llama })
  return keep(probe, { at: '/v2/gen-ai/agents', one: 'agent', many: 'agents', key: 'uuid', body })
}

const ai: Families = {
  'serverless inference': async ({ post, credentials }) => {
    const { body } = await post('/v1/chat/completions', question, { token: credentials.inference_key })
    expect(body.choices[0].message.content).toContain('tide tables')
  },
  'agent inference': async (probe) => {
    const { uuid } = await makeAgent(probe, 'shop-assistant')
    await probe.pass(120)
    const { api_key_info: key } = await probe.make('POST', `/v2/gen-ai/agents/${uuid}/api_keys`, { name: 'storefront' })
    const { body } = await probe.post('/api/v1/chat/completions', question, { token: key.secret_key })
    expect(body.choices[0].message.role).toBe('assistant')
  },
  embeddings: async ({ post, get, credentials }) => {
    const asked = { token: credentials.inference_key }
    const { data } = (await get('/v1/models', asked)).body
    const models: string[] = data.map((each: Json) => each.id)
    const input = { model: models.find((id) => /gte|embed|minilm/i.test(id)), input: 'The tide turns.' }
    expect((await post('/v1/embeddings', input, asked)).body.data[0].embedding.length).toBeGreaterThan(100)
  },
  'agents and their routes': async (probe) => {
    const [parent, child] = [await makeAgent(probe, 'shop-assistant'), await makeAgent(probe, 'order-helper')]
    const route = { route_name: 'orders', if_case: 'The customer asks for an order.' }
    await probe.make('POST', `/v2/gen-ai/agents/${parent.uuid}/child_agents/${child.uuid}`, route)
    const { agent } = await probe.make('GET', `/v2/gen-ai/agents/${parent.uuid}`)
    expect(agent.child_agents.map((each: Json) => each.uuid)).toEqual([child.uuid])
  },
  'knowledge bases': async (probe) => {
    const datasources = [{ web_crawler_data_source: { base_url: 'https://tidewater.example/help', crawling_option: 'PATH' } }]
    const body = await ofProject(probe, { name: 'shop-pages', embedding_model_uuid: embedder, datasources })
    await keep(probe, { at: '/v2/gen-ai/knowledge_bases', one: 'knowledge_base', many: 'knowledge_bases', key: 'uuid', body })
  },
  'dedicated instances': async (probe) => {
    const { id } = await keepNetwork(probe, { region: 'nyc2' })
    const accelerators = [{ scale: 1, type: 'prefill_decode', accelerator_slug: 'gpu-h100x1-80gb' }]
    const model = { model_slug: 'mistral/mistral-7b-instruct-v3', model_provider: 'hugging_face', workload_config: {}, accelerators }
    const names = { version: 1, name: 'recommendations', region: 'nyc2', vpc: { uuid: id }, enable_public_endpoint: true }
    const body = { spec: { ...names, model_deployments: [model] } }
    await keep(probe, { at: '/v2/dedicated-inferences', one: 'dedicated_inference', many: 'dedicated_inferences', body })
  },
}

const policy = { type: 'v1/insights/droplet/cpu', description: 'busy', compare: 'GreaterThan', value: 80, window: '5m' }

const organization: Families = {
  account: given('/v2/account', 'account'),
  actions: async (probe) => {
    await keepDroplet(probe)
    expect((await probe.make('GET', '/v2/actions')).actions.map((each: Json) => each.type)).toEqual(['create'])
  },
  billing: async ({ make }) => expect(await make('GET', '/v2/customers/my/balance')).toHaveProperty('month_to_date_balance'),
  organizations: given('/v2/organizations/teams', 'teams'),
  'projects and project resources': async (probe) => {
    const { id: disk } = await keepVolume(probe)
    const body = { name: 'Storefront', purpose: 'Web application' }
    const { id } = await keep(probe, { at: '/v2/projects', one: 'project', many: 'projects', body })
    const at = `/v2/projects/${id}/resources`
    await probe.make('POST', at, { resources: [`do:volume:${disk}`] })
    expect((await probe.make('GET', at)).resources.map((each: Json) => each.urn)).toEqual([`do:volume:${disk}`])
  },
  tags: kept('/v2/tags', 'tag', 'tags', { name: 'storefront' }, 'name'),
  'SSH keys': kept('/v2/account/keys', 'ssh_key', 'ssh_keys', {
    name: 'maya-laptop',
    public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGVkMjU1MTlrZXlmb3J0aWRld2F0ZXJib29rc3ho maya@laptop',
  }),
  'object-storage access keys': kept('/v2/spaces/keys', 'key', 'keys', { name: 'covers-upload', grants: [] }, 'access_key'),
  'security scans': async ({ make }) => {
    const { scan } = await make('POST', '/v2/security/scans', {})
    expect((await make('GET', '/v2/security/scans')).scans.map((each: Json) => each.id)).toEqual([scan.id])
  },
  monitoring: async (probe) => {
    const alerts = { email: ['maya@tidewater.example'], slack: [] }
    const body = { ...policy, entities: [], tags: [], alerts, enabled: true }
    await keep(probe, { at: '/v2/monitoring/alerts', one: 'policy', many: 'policies', key: 'uuid', body })
  },
  'uptime checks': kept('/v2/uptime/checks', 'check', 'checks', { name: 'Front page', type: 'https', target: 'https://tidewater.example' }),
}

describe('families', () => {
  rule('families-compute', showAll(compute))
  rule('families-networking', showAll(networking))
  rule('families-platform', showAll(platform))
  rule('families-ai', showAll(ai))
  rule('families-organization', showAll(organization))
})

/** Tests that no references remain after a resource is deleted, for every kind that others can refer to. */
import { describe, expect } from 'vitest'
import { resourceRows } from '../src/generated/resources.ts'
import { it } from './it.ts'
import { createApp, createDroplet, type createGenai, createKubernetes } from './fixtures.ts'
import { createCluster } from './create-cluster.ts'
import { coversVolume } from './create-test-sandbox.ts'

type Sandbox = Awaited<ReturnType<typeof createGenai>>

interface CreatedResource {
  readonly id: string
  readonly path: string
}

const at = (path: string, id: string | number): CreatedResource => ({ id: String(id), path: `${path}/${id}` })
const anywhere = ['0.0.0.0/0']
const web = {
  name: 'web',
  inbound_rules: [{ protocol: 'tcp', ports: '443', sources: { addresses: anywhere } }],
} as const
const forwarding = { entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 80 } as const

/** Creates one resource of each kind, with the tag if its request accepts one. */
const makers: Readonly<Record<string, (sandbox: Sandbox, tags: readonly string[]) => Promise<CreatedResource>>> = {
  Agent: async (sandbox, tags) => at('/v2/gen-ai/agents', (await sandbox.makeAgent({ tags: [...tags] })).uuid),
  App: async (sandbox) => createApp(sandbox),
  DatabaseCluster: async (sandbox, tags) => at('/v2/databases', (await createCluster(sandbox, { name: 'gone-pg', tags: [...tags] })).id),
  Domain: async ({ post }) => at('/v2/domains', (await post('/v2/domains', { name: 'gone.example' })).body.domain.name),
  Droplet: async (sandbox, tags) => at('/v2/droplets', await createDroplet(sandbox, { tags: [...tags] })),
  Firewall: async ({ post }) => at('/v2/firewalls', (await post('/v2/firewalls', web)).body.firewall.id),
  Image: async ({ post }, tags) => {
    const body = { name: 'base', url: 'https://files.example/base.img', region: 'nyc3', tags: [...tags] } as const
    return at('/v2/images', (await post('/v2/images', body)).body.image.id)
  },
  KnowledgeBase: async (sandbox, tags) => at('/v2/gen-ai/knowledge_bases', (await sandbox.makeBase({ tags: [...tags] })).uuid),
  KubernetesCluster: async (sandbox, tags) => createKubernetes(sandbox, { tags: [...tags] }),
  LoadBalancer: async ({ post }) => {
    const body = { name: 'gone', region: 'nyc3', forwarding_rules: [forwarding] } as const
    return at('/v2/load_balancers', (await post('/v2/load_balancers', body)).body.load_balancer.id)
  },
  MicroDroplet: async ({ post }, tags) => {
    const body = { name: 'gone', region: 'nyc3', size: 'md-1vcpu-512mb', image: 'docker.io/library/nginx:1.27', tags: [...tags] } as const
    return at('/v2/microdroplets/instances', (await post('/v2/microdroplets/instances', body)).body.micro_droplet.id)
  },
  ReservedIp: async ({ post }) => at('/v2/reserved_ips', (await post('/v2/reserved_ips', { region: 'nyc3' })).body.reserved_ip.ip),
  ReservedIpv6: async ({ post }) =>
    at('/v2/reserved_ipv6', (await post('/v2/reserved_ipv6', { region_slug: 'nyc3' })).body.reserved_ipv6.ip),
  Snapshot: async ({ post }, tags) => {
    const { volume } = (await post('/v2/volumes', coversVolume)).body
    const { snapshot } = (await post(`/v2/volumes/${volume.id}/snapshots`, { name: 'gone', tags: [...tags] })).body
    return at('/v2/snapshots', snapshot.id)
  },
  Tag: async ({ post }, [name = '']) => {
    await post('/v2/tags', { name })
    return at('/v2/tags', name)
  },
  VectorDatabase: async ({ post }, tags) => {
    const body = { name: 'gone', region: 'nyc3', size: 'small', tags: [...tags] }
    return at('/v2/vector-databases', (await post('/v2/vector-databases', body)).body.vector_db.id)
  },
  Volume: async ({ post }, tags) =>
    at('/v2/volumes', (await post('/v2/volumes', { ...coversVolume, name: 'gone', tags: [...tags] })).body.volume.id),
  Vpc: async ({ post }) => at('/v2/vpcs', (await post('/v2/vpcs', { name: 'gone', region: 'nyc3' })).body.vpc.id),
}

/** References by kind of their target: lists of firewalls, droplets of load balancers, trusted sources of databases. */
const firewallLists: Readonly<Record<string, string>> = {
  Droplet: 'droplet_ids',
  KubernetesCluster: 'kubernetes_ids',
  LoadBalancer: 'load_balancer_uids',
  Tag: 'tags',
}
const trusted: Readonly<Record<string, string>> = { App: 'app', Droplet: 'droplet', KubernetesCluster: 'k8s', Tag: 'tag' }

const tag = 'gone-with-it'

async function referTo(kind: string, { id }: CreatedResource, sandbox: Sandbox, urn: string | undefined): Promise<void> {
  const refer = async (path: string, body: object, method = 'POST') => {
    const { status, body: reply } = await sandbox.ask(method, path, body)
    expect([status < 300, reply?.message], `${method} ${path}`).toEqual([true, undefined])
  }
  // A VPC is in the default project and cannot be moved.
  if (urn !== undefined && kind !== 'Vpc') await refer(`/v2/projects/${await createProject(sandbox)}/resources`, { resources: [urn] })
  const list = firewallLists[kind]
  const members = { [list ?? '']: [kind === 'Droplet' ? Number(id) : id] }
  if (list !== undefined) {
    const own = list === 'tags' || list === 'droplet_ids' ? members : {}
    const inbound = [{ protocol: 'tcp', ports: '22', sources: { addresses: anywhere, ...members } }]
    await refer('/v2/firewalls', { name: 'ssh', ...own, inbound_rules: inbound })
  }
  if (kind === 'Droplet')
    await refer('/v2/load_balancers', { name: 'front', region: 'nyc3', droplet_ids: [Number(id)], forwarding_rules: [forwarding] })
  if (trusted[kind] === undefined) return
  const { id: database } = await createCluster(sandbox)
  await refer(`/v2/databases/${database}/firewall`, { rules: [{ type: trusted[kind], value: id }] }, 'PUT')
  if (kind !== 'Tag') return
  await refer(`/v2/databases/${database}/replicas`, { name: 'reports', tags: [id] })
  await createKubernetes(sandbox, { tags: [id], node_pools: [{ size: 's-2vcpu-4gb', name: 'shop-pool', count: 1, tags: [id] }] })
  for (const each of taggable) await makers[each]?.(sandbox, [id])
}

async function createProject({ post }: Sandbox): Promise<string> {
  return (await post('/v2/projects', { name: 'Leaving', purpose: 'IoT' })).body.project.id
}

/** Kinds that keep references to deleted resources: actions and copies, and the tag of a cluster, which remains. */
const remembers = /^(?:Action|AgentVersion|IndexingJob|Snapshot) |^Tag k8s:/

async function listNaming(sandbox: Sandbox, text: string): Promise<string[]> {
  const { objects } = (await sandbox.ask('GET', `/_sandbox/objects?search=${encodeURIComponent(text)}&limit=200`)).body
  return objects.map(({ object }: { object: { kind: string; id: string } }) => `${object.kind} ${object.id}`)
}

async function listPlaced({ get }: Sandbox): Promise<string[]> {
  const { projects } = (await get('/v2/projects')).body
  const lists = await Promise.all(projects.map(({ id }) => get(`/v2/projects/${id}/resources?per_page=200`)))
  return lists.flatMap(({ body }) => body.resources.map(({ urn }) => urn))
}

async function countTagged({ ask }: Sandbox): Promise<number> {
  const { status, body } = await ask('GET', `/v2/tags/${tag}`)
  return status === 404 ? 0 : body.tag.resources.count
}

async function removeProjects({ get, delete: remove }: Sandbox): Promise<number[]> {
  const { projects } = (await get('/v2/projects')).body
  const own = projects.filter(({ is_default: isDefault }) => !isDefault)
  return Promise.all(own.map(async ({ id }) => (await remove(`/v2/projects/${id}`)).status))
}

const rows = Object.entries(resourceRows)
const taggable = rows.flatMap(([kind, row]) => (row.taggable ? [kind] : []))
const kinds = [
  ...taggable,
  ...rows.flatMap(([kind, { urn = 'do:team:' }]) => (urn.startsWith('do:team:') ? [] : [kind])),
  ...Object.keys(firewallLists),
  ...Object.keys(trusted),
]

describe('a deleted resource', () => {
  it.for([...new Set(kinds)].toSorted())('is referenced by no other resource: %s', async (kind, { genai: sandbox }) => {
    const make = makers[kind]
    if (!make) throw new Error(`There is no way here to make one of ${kind}, which others can refer to.`)
    const created = await make(sandbox, [tag])
    await sandbox.pass(300)
    const { urn } = resourceRows[kind] ?? {}
    await referTo(kind, created, sandbox, urn?.replace(/\{\w+\}$/, created.id))
    await sandbox.pass(300)
    expect((await listNaming(sandbox, created.id)).length).toBeGreaterThan(0)
    const { status, body } = await sandbox.ask('DELETE', created.path)
    expect([status < 300, body?.message]).toEqual([true, undefined])
    await sandbox.pass(3600)
    const left = (await listNaming(sandbox, created.id)).filter((each) => !remembers.test(each))
    expect(left).toEqual([])
    expect((await listPlaced(sandbox)).filter((each) => each.endsWith(`:${created.id}`))).toEqual([])
    expect(await countTagged(sandbox)).toBe(0)
    expect(await removeProjects(sandbox)).not.toContain(412)
  })
})

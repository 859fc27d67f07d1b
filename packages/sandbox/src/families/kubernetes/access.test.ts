import { X509Certificate } from 'node:crypto'
import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { createTestSandbox, type TestSandbox } from '../../../test/create-test-sandbox.ts'
import type { Fields, Query } from '../../../test/operation-at.ts'

const bindery = {
  name: 'bindery',
  region: 'nyc3',
  version: '1.34.1-do.0',
  node_pools: [{ size: 's-2vcpu-4gb', name: 'shop-pool', count: 1 }],
}
const clusters = '/v2/kubernetes/clusters'

async function createCluster(sandbox: TestSandbox, more: Fields<typeof clusters> = {}) {
  const { id } = (await sandbox.post(clusters, { ...bindery, ...more })).body.kubernetes_cluster
  await sandbox.pass(250)
  return { id: id as string, path: `${clusters}/${id}` as const }
}

async function getKubeconfig(sandbox: TestSandbox, path: string) {
  const response = await sandbox.fetch(`http://127.0.0.1:4020${path}`, { headers: { authorization: `Bearer ${sandbox.tokens.full}` } })
  return { type: response.headers.get('content-type'), file: await response.text() }
}

describe('access to a cluster', () => {
  it('returns a kubeconfig with one cluster and one user', async ({ sandbox }) => {
    const { id, path } = await createCluster(sandbox)
    const { type, file } = await getKubeconfig(sandbox, `${path}/kubeconfig?expiry_seconds=3600`)
    expect(type).toMatch(/^application\/yaml/)
    const [, authority = '', token = ''] = /certificate-authority-data: (\S+)[^]+token: (dop_v1_[0-9a-f]{64})\n/.exec(file) ?? []
    expect(new X509Certificate(Buffer.from(authority, 'base64')).ca).toBe(true)
    expect(file).toBe(`apiVersion: v1
kind: Config
clusters:
  - name: nyc3-bindery
    cluster:
      server: https://${id}.k8s.spindrift.example
      certificate-authority-data: ${authority}
contexts:
  - name: nyc3-bindery
    context:
      cluster: nyc3-bindery
      user: nyc3-bindery-admin
current-context: nyc3-bindery
preferences: {}
users:
  - name: nyc3-bindery-admin
    user:
      token: ${token}
`)
    expect((await sandbox.get(`${path}/kubeconfig?type=sso`)).status).toBe(422)
  })

  it('returns a kubeconfig for the configured identity provider', async ({ sandbox }) => {
    const sso = { enabled: true, issuer_url: 'https://login.tidewater.example', client_id: 'tidewater-kubernetes' }
    const { path } = await createCluster(sandbox, { name: 'the: bindery', sso })
    const { file } = await getKubeconfig(sandbox, `${path}/kubeconfig?type=sso`)
    expect(file).toContain('\n  - name: "nyc3-the: bindery-sso"\n    user:\n      exec:\n')
    expect(file).toContain('\n          - "--oidc-issuer-url=https://login.tidewater.example"\n')
    expect(file).not.toContain('token:')
  })

  it('returns credentials that expire after at most seven days', async ({ sandbox }) => {
    await sandbox.post('/_sandbox/clock', { now: '2026-03-05T08:00:00Z', frozen: true })
    const { id } = (await sandbox.post(clusters, bindery)).body.kubernetes_cluster
    expect((await sandbox.get(`${clusters}/${id}/credentials`)).status).toBe(412)
    await sandbox.pass(240)
    const read = async (query: Query) => (await sandbox.get(`${clusters}/${id}/credentials${query}`)).body
    const first = await read('?expiry_seconds=3600')
    expect(first).toMatchObject({
      server: `https://${id}.k8s.spindrift.example`,
      expires_at: '2026-03-05T09:04:00Z',
      client_key_data: null,
    })
    expect((await read('')).expires_at).toBe('2026-03-12T08:04:00Z')
    expect((await read('?expiry_seconds=99999999')).expires_at).toBe('2026-03-12T08:04:00Z')
    expect((await read('')).token).not.toBe(first.token)
    expect((await sandbox.get(`${clusters}/${id}/user`)).body.kubernetes_cluster_user).toMatchObject({ username: 'maya@tidewater.example' })
  })
})

describe('resources that a cluster created', () => {
  async function createWithVolume() {
    const sandbox = createTestSandbox()
    const { id, path } = await createCluster(sandbox)
    const tags = [`k8s:${id}`]
    const { volume } = (await sandbox.post('/v2/volumes', { name: 'pvc-orders', region: 'nyc3', size_gigabytes: 10, tags })).body
    const { snapshot } = (await sandbox.post(`/v2/volumes/${volume.id}/snapshots`, { name: 'before-sale' })).body
    const balancer = await sandbox.post('/v2/load_balancers', {
      name: 'bindery-ingress',
      region: 'nyc3',
      tag: `k8s:${id}`,
      forwarding_rules: [{ entry_protocol: 'tcp', entry_port: 80, target_protocol: 'tcp', target_port: 30_080 }],
    })
    const { node_pools: pools } = (await sandbox.get(path)).body.kubernetes_cluster
    await sandbox.post(`/v2/volumes/${volume.id}/actions`, { type: 'attach', droplet_id: Number(pools[0].nodes[0].droplet_id) })
    await sandbox.pass(10)
    return { sandbox, path, volume, snapshot, balancer: balancer.body.load_balancer }
  }

  it('are listed, and deleted with the cluster on request', async () => {
    const { sandbox, path, volume, snapshot, balancer } = await createWithVolume()
    expect((await sandbox.get(`${path}/destroy_with_associated_resources`)).body).toEqual({
      load_balancers: [{ id: balancer.id, name: 'bindery-ingress' }],
      volumes: [{ id: volume.id, name: 'pvc-orders' }],
      volume_snapshots: [{ id: snapshot.id, name: 'before-sale' }],
    })
    expect((await sandbox.delete(`${path}/destroy_with_associated_resources/dangerous`)).status).toBe(204)
    for (const deletedPath of [
      path,
      `/v2/volumes/${volume.id}`,
      `/v2/snapshots/${snapshot.id}`,
      `/v2/load_balancers/${balancer.id}`,
    ] as const)
      expect((await sandbox.get(deletedPath)).status, deletedPath).toBe(404)
  })

  it('are kept if they were not selected', async () => {
    const { sandbox, path, volume, snapshot, balancer } = await createWithVolume()
    const selective = `${path}/destroy_with_associated_resources/selective` as const
    const refused = await sandbox.delete(selective, { volumes: [volume.id], load_balancers: ['another'] })
    expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining('load_balancers') } })
    expect((await sandbox.get(path)).status).toBe(200)
    expect((await sandbox.delete(selective, { volumes: [volume.id], load_balancers: null })).status).toBe(204)
    expect((await sandbox.get(path)).status).toBe(404)
    expect((await sandbox.get(`/v2/volumes/${volume.id}`)).status).toBe(404)
    expect((await sandbox.get(`/v2/snapshots/${snapshot.id}`)).status).toBe(200)
    expect((await sandbox.get(`/v2/load_balancers/${balancer.id}`)).status).toBe(200)
  })

  it('are kept and detached if only the cluster is deleted', async () => {
    const { sandbox, path, volume } = await createWithVolume()
    await sandbox.delete(path)
    expect((await sandbox.get(`/v2/volumes/${volume.id}`)).body.volume.droplet_ids).toEqual([])
  })
})

describe('cluster checks', () => {
  it('report missing settings of installed applications after half a minute', async ({ sandbox }) => {
    const { id, path } = await createCluster(sandbox)
    expect((await sandbox.get(`${path}/clusterlint`)).status).toBe(404)
    const installed = await sandbox.post('/v2/1-clicks/kubernetes', { addon_slugs: ['cert-manager', 'ingress-nginx'], cluster_uuid: id })
    expect(installed).toMatchObject({ status: 200, body: { message: 'Successfully kicked off addon job.' } })
    const started = await sandbox.post(`${path}/clusterlint`)
    expect(started.status).toBe(202)
    const read = async (query: Query = '') => (await sandbox.get(`${path}/clusterlint${query}`)).body
    expect(await read()).toMatchObject({ run_id: started.body.run_id, diagnostics: [] })
    expect(await read()).not.toHaveProperty('completed_at')
    await sandbox.pass(21)
    const { diagnostics, completed_at: completed } = await read()
    expect(completed).toMatch(/Z$/)
    expect(diagnostics).toHaveLength(2)
    expect(diagnostics[0]).toMatchObject({ check_name: 'unset-memory-limit', severity: 'warning', object: { namespace: 'cert-manager' } })
    const narrow = await sandbox.post(`${path}/clusterlint`, { include_groups: ['security'], exclude_checks: null })
    await sandbox.pass(21)
    expect((await read()).diagnostics).toEqual([])
    expect((await read(`?run_id=${started.body.run_id}`)).diagnostics).toHaveLength(2)
    expect((await read(`?run_id=${narrow.body.run_id}`)).run_id).toBe(narrow.body.run_id)
    expect((await sandbox.get(`${path}/clusterlint?run_id=${id}`)).status).toBe(404)
    expect((await sandbox.post(`${path}/clusterlint`, { include_checks: ['no-such'] })).status).toBe(422)
    expect((await sandbox.get(`${path}/status_messages`)).body).toMatchObject({ messages: [], meta: { total: 0 } })
  })

  it('require a running cluster; an installation is accepted while the cluster is provisioning, but not during an upgrade', async ({
    sandbox,
  }) => {
    const { id } = (await sandbox.post(clusters, bindery)).body.kubernetes_cluster
    expect((await sandbox.post(`${clusters}/${id}/clusterlint`, {})).status).toBe(412)
    expect((await sandbox.post('/v2/1-clicks/kubernetes', { addon_slugs: ['loki'], cluster_uuid: id })).status).toBe(200)
    await sandbox.pass(240)
    expect((await sandbox.post('/v2/1-clicks/kubernetes', { addon_slugs: ['loki', 'nope'], cluster_uuid: id })).status).toBe(422)
    expect((await sandbox.post('/v2/1-clicks/kubernetes', { addon_slugs: ['loki'], cluster_uuid: 'nope' })).status).toBe(404)
    expect((await sandbox.post(`${clusters}/${id}/upgrade`, { version: '1.34.3-do.1' })).status).toBe(202)
    expect((await sandbox.post('/v2/1-clicks/kubernetes', { addon_slugs: ['loki'], cluster_uuid: id })).status).toBe(412)
  })
})

describe('1-click applications', () => {
  it('are listed by type, and those for droplets can be created as droplets', async ({ sandbox }) => {
    const read = async (query: Query) => (await sandbox.get(`/v2/1-clicks${query}`)).body['1_clicks']
    const [all, empty, droplets, own] = [await read(''), await read('?type='), await read('?type=droplet'), await read('?type=kubernetes')]
    expect(empty).toEqual(all)
    expect(droplets.length + own.length).toBe(all.length)
    expect(own).toContainEqual({ slug: 'cert-manager', type: 'kubernetes' })
    const image = droplets[0].slug
    expect((await sandbox.post('/v2/droplets', { name: 'shop', region: 'nyc3', size: 's-1vcpu-2gb', image })).status).toBe(202)
  })
})

describe('registries of a cluster', () => {
  it('are connected and disconnected, and removed when they are deleted', async ({ sandbox }) => {
    const { id, path } = await createCluster(sandbox)
    const read = async () => (await sandbox.get(path)).body.kubernetes_cluster
    const one = { cluster_uuids: [id] }
    expect((await sandbox.post('/v2/kubernetes/registry', one)).status).toBe(412)
    await sandbox.post('/v2/registries', { name: 'tidewater', subscription_tier_slug: 'professional' })
    expect((await sandbox.post('/v2/kubernetes/registry', { cluster_uuids: [id, 'another'] })).status).toBe(404)
    expect(await read()).toMatchObject({ registry_enabled: false, registries: null })
    expect((await sandbox.post('/v2/kubernetes/registry', one)).status).toBe(204)
    expect(await read()).toMatchObject({ registry_enabled: true, registries: ['tidewater'] })
    expect((await sandbox.delete('/v2/kubernetes/registry', one)).status).toBe(204)
    expect(await read()).toMatchObject({ registry_enabled: false, registries: null })
    // The older spelling is no cluster of the name "registry".
    expect((await sandbox.post('/v2/kubernetes/clusters/registry', one)).status).toBe(204)
    expect(await read()).toMatchObject({ registry_enabled: true, registries: ['tidewater'] })
    expect((await sandbox.delete('/v2/kubernetes/clusters/registry', one)).status).toBe(204)
    expect(await read()).toMatchObject({ registry_enabled: false, registries: null })
    await sandbox.post('/v2/registries', { name: 'tidewater-press' })
    expect((await sandbox.post('/v2/kubernetes/clusters/registry', one)).status).toBe(412)
    expect((await sandbox.post('/v2/kubernetes/registry', one)).status).toBe(412)
    const both = { ...one, registries: ['tidewater', 'tidewater-press'] }
    expect((await sandbox.post('/v2/kubernetes/registries', { ...one, registries: ['tidewater', 'nope'] })).status).toBe(404)
    expect((await sandbox.post('/v2/kubernetes/registries', both)).status).toBe(204)
    expect((await sandbox.post('/v2/kubernetes/registries', both)).status).toBe(204)
    expect((await read()).registries).toEqual(['tidewater', 'tidewater-press'])
    expect((await sandbox.delete('/v2/kubernetes/registries', { ...one, registries: ['tidewater'] })).status).toBe(204)
    expect((await read()).registries).toEqual(['tidewater-press'])
    await sandbox.delete('/v2/registries/tidewater-press')
    expect(await read()).toMatchObject({ registry_enabled: false, registries: null })
  })
})

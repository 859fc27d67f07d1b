import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { bindery, clusters, createKubernetes } from '../../../test/fixtures.ts'
import { forbidden } from '../../../test/operation-at.ts'

describe('clusters', () => {
  it('is provisioning, then running with nodes that are droplets', async ({ sandbox }) => {
    const created = await sandbox.post(clusters, {
      ...bindery,
      tags: ['storefront', 'K8S', 'Storefront'],
      maintenance_policy: { day: 'tuesday', start_time: '4:00' },
    })
    const before = created.body.kubernetes_cluster
    expect(before).toMatchObject({
      status: { state: 'provisioning', message: '' },
      endpoint: '',
      ipv4: '',
      tags: ['k8s', `k8s:${before.id}`, 'storefront'],
      maintenance_policy: { day: 'tuesday', start_time: '04:00', duration: '4h0m0s' },
      ha: false,
      registries: null,
    })
    expect(before.node_pools[0]).toMatchObject({ count: 2, tags: ['k8s', `k8s:${before.id}`, 'k8s:worker'], labels: null, taints: [] })
    expect(before.node_pools[0].nodes).toMatchObject([
      { name: '', droplet_id: '', status: { state: 'provisioning' } },
      { status: { state: 'provisioning' } },
    ])
    expect((await sandbox.get(`${clusters}/${before.id}/kubeconfig`)).status).toBe(412)
    await sandbox.pass(239)
    expect((await sandbox.get(`${clusters}/${before.id}`)).body.kubernetes_cluster.status.state).toBe('provisioning')
    await sandbox.pass(1)
    const { kubernetes_clusters: all } = (await sandbox.get(`${clusters}?per_page=200`)).body
    expect(all[0]).toMatchObject({ status: { state: 'running' }, endpoint: `https://${before.id}.k8s.spindrift.example` })
    const [node] = all[0].node_pools[0].nodes
    expect(node.name).toMatch(/^shop-pool-[0-9a-z]{5}$/)
    expect(node.status.state).toBe('running')
    const { droplet } = (await sandbox.get(`/v2/droplets/${node.droplet_id}`)).body
    expect(droplet).toMatchObject({ name: node.name, status: 'active', size_slug: 's-2vcpu-4gb', vpc_uuid: before.vpc_uuid })
    expect(droplet.tags).toEqual(['k8s', `k8s:${before.id}`, 'k8s:worker', 'storefront'])
    expect((await sandbox.get('/v2/droplets?tag_name=k8s:worker')).body.meta.total).toBe(2)
  })

  it('[path-kubernetes] deletes a cluster with its nodes, and returns 404 immediately', async ({ sandbox, kubernetes: { path } }) => {
    expect((await sandbox.delete(path)).status).toBe(204)
    expect((await sandbox.get(path)).status).toBe(404)
    expect((await sandbox.get('/v2/droplets')).body.meta.total).toBe(0)
    await sandbox.pass(600)
    expect((await sandbox.get('/v2/droplets')).body.meta.total).toBe(0)
    expect((await sandbox.post(clusters, bindery)).status).toBe(201)
  })

  it('leaves no resources behind when it is deleted while provisioning', async ({ sandbox }) => {
    const { id } = (await sandbox.post(clusters, bindery)).body.kubernetes_cluster
    await sandbox.pass(205)
    await sandbox.delete(`${clusters}/${id}`)
    await sandbox.pass(300)
    expect((await sandbox.get('/v2/droplets')).body.meta.total).toBe(0)
    expect((await sandbox.get(clusters)).body.kubernetes_clusters).toEqual([])
  })

  const wrong = [
    { input: { region: 'sfo2' }, expected: 'region' },
    { input: { vpc_uuid: '5a4981aa-9653-4bd1-bef5-d6bff52042e4' }, expected: 'vpc_uuid' },
    { input: { cluster_subnet: '10.0.0.0/8' }, expected: 'cluster_subnet' },
    { input: { cluster_subnet: '10.200.0.0/16', service_subnet: '10.200.16.0/20' }, expected: 'service_subnet' },
    { input: { service_subnet: '8.8.8.0/24' }, expected: 'service_subnet' },
    { input: { service_subnet: 'wide' }, expected: 'service_subnet' },
    { input: { sso: { required: true, client_id: 'tidewater' } }, expected: 'sso.required' },
    { input: { node_pools: [{ size: 'gpu-h100x1-80gb', name: 'a', count: 1 }] }, expected: 'node_pools.0.size' },
    { input: { node_pools: [{ size: 's-2vcpu-4gb', name: 'a', auto_scale: true, min_nodes: 1 }] }, expected: 'node_pools.0.max_nodes' },
    {
      input: { node_pools: [{ size: 's-2vcpu-4gb', name: 'a', auto_scale: true, min_nodes: 1, max_nodes: 2, count: 3 }] },
      expected: 'node_pools.0.count',
    },
    { input: { node_pools: [bindery.node_pools[0], bindery.node_pools[0]] }, expected: 'node_pools' },
    { input: { node_pools: [{ size: 's-2vcpu-4gb', name: 'a', count: 26 }] }, expected: '25 droplets' },
    {
      input: { node_pools: [bindery.node_pools[0], { size: 's-2vcpu-4gb', name: 'a', auto_scale: true, min_nodes: 5, max_nodes: 4 }] },
      expected: 'node_pools.1.min_nodes',
    },
  ]
  it.for(wrong)('returns 422 with $expected for a cluster with $input', async ({ input, expected }, { sandbox }) => {
    const { status, body } = await sandbox.post(clusters, { ...bindery, ...input })
    expect({ status, message: body.message }).toEqual({ status: 422, message: expect.stringContaining(expected) })
    expect((await sandbox.get(clusters)).body.meta.total).toBe(0)
  })

  it('cannot be renamed to the name of another cluster', async ({ sandbox, kubernetes: { path } }) => {
    await createKubernetes(sandbox, { name: 'press' })
    expect((await sandbox.put(path, { name: 'press' })).status).toBe(422)
  })

  it('accepts the requests of official clients', async ({ sandbox }) => {
    const { cluster } = await createKubernetes(sandbox, {
      version: 'latest',
      control_plane_firewall: null,
      cluster_autoscaler_configuration: null,
      cluster_subnet: '',
      service_subnet: null,
      vpc_uuid: '',
      tags: null,
      maintenance_policy: forbidden({ day: 'any', start_time: '00:00', duration: '' }),
      node_pools: [
        { size: 's-2vcpu-4gb', name: 'a', count: 1, tags: null, labels: null, taints: [{ Key: 'job', Value: 'x', Effect: 'NoSchedule' }] },
      ],
    })
    expect(cluster.version).toBe('1.34.3-do.1')
    expect(cluster.node_pools[0].taints).toEqual([{ key: 'job', value: 'x', effect: 'NoSchedule' }])
  })

  it('updates only the sent fields', async ({ sandbox }) => {
    const early = (await sandbox.post(clusters, bindery)).body.kubernetes_cluster
    const busy = await sandbox.put(`${clusters}/${early.id}`, { name: 'x' })
    expect(busy).toMatchObject({ status: 409, body: { message: 'The cluster is provisioning. Wait until it is running.' } })
    await sandbox.pass(250)
    const path = `${clusters}/${early.id}` as const
    const changed = await sandbox.put(path, {
      name: 'bindery-2',
      tags: ['press'],
      auto_upgrade: false,
      surge_upgrade: true,
      ha: true,
      maintenance_policy: { start_time: '04:00' },
      control_plane_firewall: { enabled: true, allowed_addresses: ['198.51.100.17/32'] },
      cluster_autoscaler_configuration: { scale_down_utilization_threshold: 0.65, scale_down_unneeded_time: '1m30s', expanders: null },
      routing_agent: { enabled: true },
      coredns_autoscaler: { enabled: null },
    })
    expect(changed.status).toBe(202)
    expect(changed.body.kubernetes_cluster).toMatchObject({
      name: 'bindery-2',
      tags: ['k8s', `k8s:${early.id}`, 'press'],
      ha: true,
      surge_upgrade: true,
      maintenance_policy: { day: 'any', start_time: '04:00' },
      cluster_autoscaler_configuration: { scale_down_utilization_threshold: 0.65, scale_down_unneeded_time: '1m30s' },
      routing_agent: { enabled: true },
      ipv4: '',
      coredns_autoscaler: { enabled: false },
    })
    const second = await sandbox.put(path, {
      maintenance_policy: { day: 'friday' },
      control_plane_firewall: { enabled: false },
      cluster_autoscaler_configuration: { scale_down_unneeded_time: '' },
    })
    expect(second.body.kubernetes_cluster).toMatchObject({
      name: 'bindery-2',
      maintenance_policy: { day: 'friday', start_time: '04:00' },
      control_plane_firewall: { enabled: false, allowed_addresses: ['198.51.100.17/32'] },
    })
    expect(second.body.kubernetes_cluster.cluster_autoscaler_configuration).toEqual({ scale_down_utilization_threshold: 0.65 })
    expect((await sandbox.put(path, { ha: false })).status).toBe(422)
    expect((await sandbox.get('/v2/droplets?tag_name=press')).body.meta.total).toBe(2)
    expect((await sandbox.get('/v2/droplets?tag_name=storefront')).body.meta.total).toBe(0)
  })

  it('returns disabled or default settings for fields that were not sent', async ({ sandbox }) => {
    const { cluster } = await createKubernetes(sandbox, {
      maintenance_policy: forbidden({ start_time: '', duration: '', day: 'any' }),
      cluster_autoscaler_configuration: { scale_down_utilization_threshold: null, scale_down_unneeded_time: null, expanders: null },
      sso: { enabled: true },
      nvidia_gpu_dra_driver: { enabled: true },
    })
    expect(cluster).toMatchObject({
      maintenance_policy: { day: 'any', start_time: '00:00', duration: '4h0m0s' },
      cluster_autoscaler_configuration: null,
      sso: { enabled: true, required: false },
      routing_agent: { enabled: false },
      nvidia_gpu_device_plugin: { enabled: false },
      nvidia_gpu_dra_driver: { enabled: true },
      amd_gpu_dra_driver: { enabled: false },
      worker_subnet_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const { cluster: other } = await createKubernetes(sandbox, { name: 'press', ha: true })
    expect(other).toMatchObject({ ipv4: '', worker_subnet_uuid: cluster.worker_subnet_uuid })
  })

  it('chooses pod and service ranges that do not overlap', async ({ sandbox }) => {
    const { cluster } = await createKubernetes(sandbox, { cluster_subnet: '10.244.0.0/16' })
    expect(cluster).toMatchObject({ cluster_subnet: '10.244.0.0/16', service_subnet: '10.245.0.0/19' })
  })
})

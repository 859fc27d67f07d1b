import { expect } from 'vitest'
import type { Json } from '../../../test/create-test-sandbox.ts'
import { type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

async function createShare({ create, pass }: ObservedSandbox) {
  const vpc = await create('/v2/vpcs', { name: 'storefront-net', region: 'nyc3' })
  const { id } = await create('/v2/nfs', { name: 'print-masters', size_gib: 50, region: 'nyc3', vpc_ids: [vpc.id] })
  await pass(60)
  return { id, vpc_id: vpc.id, actions: `/v2/nfs/${id}/actions` }
}

testObserved({
  'nfs-05': async (sandbox) => {
    const { id, actions } = await createShare(sandbox)
    await sandbox.create(actions, { type: 'snapshot', params: { name: 'before-sale' } })
    await sandbox.pass(60)
    const [snapshot] = await sandbox.read(`/v2/nfs/snapshots?share_id=${id}`)
    return shows(sandbox.get(`/v2/nfs/snapshots/${snapshot.id}`), { snapshot: { status: 'SNAPSHOT_AVAILABLE' } })
  },
  'nfs-01': ({ get }) => get('/v2/nfs/0b6c2e91-53d7-4f8a-9c14-e27a5d08b6f3'),
  'nfs-02': async (sandbox) => {
    const { create, post, pass, read } = sandbox
    const { id, vpc_id, actions } = await createShare(sandbox)
    const other = await create('/v2/vpcs', { name: 'print-net', region: 'nyc3' })
    const attach = { type: 'attach', params: { vpc_id: other.id } }
    await create(actions, { type: 'detach', params: { vpc_id } })
    const response = await post(actions, attach)
    await pass(60)
    expect((await post(actions, attach)).status).toBe(201)
    await pass(60)
    expect(await read(`/v2/nfs/${id}`)).toMatchObject({ vpc_ids: [other.id] })
    return response
  },
  'nfs-03': async (sandbox) => {
    const { id, vpc_id, actions } = await createShare(sandbox)
    const response = await sandbox.post(actions, { type: 'resize', region: '', params: { size_gib: 60 } })
    const squash = { anonuid: 65534, anongid: 65534, squash_config: 'ROOT_SQUASH' }
    const access_policy = { ...squash, protocols: ['NFS4'], identity_enforcement_enabled: false }
    await sandbox.pass(60)
    const path = `/v2/nfs/shares/${id}/access_points`
    const point = await sandbox.post(path, { name: 'prepress', path: '/prepress', vpc_id, access_policy })
    for (const { action } of [response.body, point.body]) expect(action).not.toHaveProperty('id')
    return response
  },
  'nfs-04': async ({ read, post }) => {
    const vpcs: Json[] = await read('/v2/vpcs?per_page=200')
    const { id } = vpcs.find((vpc) => vpc.region === 'nyc2' && vpc.default)
    const share = { name: 'print-masters', size_gib: 50, region: 'nyc2', performance_tier: 'standard' }
    return shows(post('/v2/nfs', share), { share: { vpc_ids: [id] } })
  },
})

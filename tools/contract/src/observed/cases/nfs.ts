import type { Cases, Json, Probe } from '../probe.ts'

async function makeShare({ make, pass }: Probe) {
  const { vpc } = await make('POST', '/v2/vpcs', { name: 'storefront-net', region: 'nyc3' })
  const { share } = await make('POST', '/v2/nfs', { name: 'print-masters', size_gib: 50, region: 'nyc3', vpc_ids: [vpc.id] })
  await pass(60)
  return { vpc, path: `/v2/nfs/${share.id}` }
}

export const nfs: Cases = {
  'nfs-01': ({ get }) => get('/v2/nfs/0b6c2e91-53d7-4f8a-9c14-e27a5d08b6f3'),
  'nfs-02': async (probe) => {
    const { make, post, pass, get, holds } = probe
    const { vpc, path } = await makeShare(probe)
    const other = await make('POST', '/v2/vpcs', { name: 'print-net', region: 'nyc3' })
    await make('POST', `${path}/actions`, { type: 'detach', params: { vpc_id: vpc.id } })
    const answer = await post(`${path}/actions`, { type: 'attach', params: { vpc_id: other.vpc.id } })
    await pass(60)
    const later = await post(`${path}/actions`, { type: 'attach', params: { vpc_id: other.vpc.id } })
    await pass(60)
    holds('another try', [later.status, (await get(path)).body.share.vpc_ids], [201, [other.vpc.id]])
    return answer
  },
  'nfs-03': async (probe) => {
    const { vpc, path } = await makeShare(probe)
    const answer = await probe.post(`${path}/actions`, { type: 'resize', region: '', params: { size_gib: 60 } })
    const policy = {
      anonuid: 65534,
      anongid: 65534,
      protocols: ['NFS4'],
      squash_config: 'ROOT_SQUASH',
      identity_enforcement_enabled: false,
    }
    const asked = { name: 'prepress', path: '/prepress', vpc_id: vpc.id, access_policy: policy }
    await probe.pass(60)
    const point = await probe.make('POST', `/v2/nfs/shares/${path.split('/').at(-1)}/access_points`, asked)
    probe.holds('whether the ids are texts', [typeof answer.body.action.id, typeof point.action.id], ['undefined', 'undefined'])
    return answer
  },
  'nfs-04': async ({ get, post, holds }) => {
    const answer = await post('/v2/nfs', { name: 'print-masters', size_gib: 50, region: 'nyc2', performance_tier: 'standard' })
    const { vpcs } = (await get('/v2/vpcs?per_page=200')).body
    const usual = vpcs.find((vpc: Json) => vpc.region === 'nyc2' && vpc.default)
    holds('its VPCs', answer.body.share.vpc_ids, [usual.id])
    return answer
  },
}

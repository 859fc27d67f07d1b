import type { Cases } from '../probe.ts'

export const nfs: Cases = {
  'nfs-01': ({ get }) => get('/v2/nfs/0b6c2e91-53d7-4f8a-9c14-e27a5d08b6f3'),
  'nfs-02': async ({ make, post, pass, get, holds }) => {
    const { vpc } = await make('POST', '/v2/vpcs', { name: 'storefront-net', region: 'nyc3' })
    const other = await make('POST', '/v2/vpcs', { name: 'print-net', region: 'nyc3' })
    const asked = { name: 'print-masters', size_gib: 50, region: 'nyc3', vpc_ids: [vpc.id] }
    const path = `/v2/nfs/${(await make('POST', '/v2/nfs', asked)).share.id}`
    await pass(60)
    await make('POST', `${path}/actions`, { type: 'detach', params: { vpc_id: vpc.id } })
    const answer = await post(`${path}/actions`, { type: 'attach', params: { vpc_id: other.vpc.id } })
    await pass(60)
    const later = await post(`${path}/actions`, { type: 'attach', params: { vpc_id: other.vpc.id } })
    await pass(60)
    holds('another try', [later.status, (await get(path)).body.share.vpc_ids], [201, [other.vpc.id]])
    return answer
  },
}

import { expect } from 'vitest'
import { shows, testObserved } from '../../../test/observed.ts'

const attachments = '/v2/partner_network_connect/attachments'

testObserved({
  'partner-attachments-02': async ({ create, post, get }) => {
    const vpc = await create('/v2/vpcs', { name: 'storefront-net', region: 'nyc3', ip_range: '10.20.0.0/24' })
    const line = { name: 'printing-house', connection_bandwidth_in_mbps: 1000, region: 'nyc', naas_provider: 'MEGAPORT', vpc_ids: [vpc.id] }
    const zone = { partner_attachment: { redundancy_zone: 'MEGAPORT_RED' } }
    const response = await shows(post(attachments, { ...line, redundancy_zone: 'MEGAPORT_RED' }), zone)
    await shows(get(`${attachments}/${response.body.partner_attachment.id}`), zone)
    return response
  },
  'partner-attachments-01': async ({ create, change, pass, get, delete: remove }) => {
    const vpc = await create('/v2/vpcs', { name: 'storefront-net', region: 'nyc3', ip_range: '10.20.0.0/24' })
    const line = { connection_bandwidth_in_mbps: 1000, region: 'nyc', naas_provider: 'MEGAPORT', vpc_ids: [vpc.id] }
    const first = await create(attachments, { ...line, name: 'printing-house' })
    await pass(60)
    const more = { name: 'printing-house-2', parent_uuid: first.id, redundancy_zone: 'MEGAPORT_RED' }
    const second = await create(attachments, { ...line, ...more })
    await pass(60)
    const response = await remove(`${attachments}/${first.id}`)
    for (const { id } of [second, first]) {
      await change('DELETE', `${attachments}/${id}`)
      await pass(60)
    }
    expect((await get(`${attachments}/${first.id}`)).status).toBe(404)
    return response
  },
})

import type { Cases } from '../probe.ts'

export const partnerAttachments: Cases = {
  'partner-attachments-01': async ({ make, pass, get, delete: remove, holds }) => {
    const { vpc } = await make('POST', '/v2/vpcs', { name: 'storefront-net', region: 'nyc3', ip_range: '10.20.0.0/24' })
    const attachments = '/v2/partner_network_connect/attachments'
    const line = { connection_bandwidth_in_mbps: 1000, region: 'nyc', naas_provider: 'MEGAPORT', vpc_ids: [vpc.id] }
    const first = (await make('POST', attachments, { ...line, name: 'printing-house' })).partner_attachment
    await pass(60)
    const more = { name: 'printing-house-2', parent_uuid: first.id, redundancy_zone: 'MEGAPORT_RED' }
    const second = (await make('POST', attachments, { ...line, ...more })).partner_attachment
    await pass(60)
    const answer = await remove(`${attachments}/${first.id}`)
    for (const { id } of [second, first]) {
      await make('DELETE', `${attachments}/${id}`)
      await pass(60)
    }
    holds('the status of a GET when it was free and deleted', (await get(`${attachments}/${first.id}`)).status, 404)
    return answer
  },
}

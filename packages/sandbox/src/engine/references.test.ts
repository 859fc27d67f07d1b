import { describe, expect } from 'vitest'
import { createDroplet, expectRefusal } from '../../test/fixtures.ts'
import { it } from '../../test/it.ts'

const unknown = '00000000-0000-4000-8000-000000000000'

describe('references in requests', () => {
  it('names the property and the missing object', async ({ sandbox }) => {
    const schedule = { knowledge_base_uuid: unknown, days: [1], time: '10:00' }
    const message = `knowledge_base_uuid: knowledge base "${unknown}" not found.`
    await expectRefusal(sandbox.post('/v2/gen-ai/scheduled-indexing', schedule), 404, message)
  })

  it('checks every item of a list, and uses the message of the specification', async ({ sandbox }) => {
    const { firewall } = (await sandbox.post('/v2/firewalls', { name: 'web', outbound_rules: [], inbound_rules: [rule([])] })).body
    const path = `/v2/firewalls/${firewall.id}` as const
    const droplet = await createDroplet(sandbox)
    await expectRefusal(sandbox.post(`${path}/droplets`, { droplet_ids: [droplet, 1] }), 422, 'droplet does not exist')
    await expectRefusal(sandbox.post(`${path}/rules`, { inbound_rules: [rule([1])] }), 422, 'droplet does not exist')
  })

  it('requires equal values beside a reference, in the body or the object of the path', async ({ sandbox }) => {
    const far = (await sandbox.post('/v2/vpcs', { name: 'far', region: 'ams3' })).body.vpc.id
    const peer = { name: 'net', type: 'PUBLIC', size: 1 } as const
    const message = 'vpcs.0.vpc_uuid: the VPC far is in ams3, not in nyc3.'
    await expectRefusal(sandbox.post('/v2/vpc_nat_gateways', { ...peer, region: 'nyc3', vpcs: [{ vpc_uuid: far }] }), 422, message)
    const { share } = (await sandbox.post('/v2/nfs', { name: 'a', size_gib: 50, region: 'nyc3' })).body
    await sandbox.pass(60)
    const attach = sandbox.post(`/v2/nfs/${share.id}/actions`, { type: 'attach', params: { vpc_id: far } })
    await expectRefusal(attach, 422, 'params.vpc_id: the VPC far is in ams3, not in nyc3.')
  })

  it('looks up the object of the path first', async ({ sandbox }) => {
    expect((await sandbox.post(`/v2/firewalls/${unknown}/droplets`, { droplet_ids: [1] })).status).toBe(404)
  })

  it('accepts the name of a deleted object in a request that removes it', async ({ sandbox }) => {
    const { firewall } = (await sandbox.post('/v2/firewalls', { name: 'web', inbound_rules: [rule([])] })).body
    expect((await sandbox.delete(`/v2/firewalls/${firewall.id}/droplets`, { droplet_ids: [1] })).status).toBe(204)
  })
})

describe('references in stored objects', () => {
  it('are cleared when the named object is deleted', async ({ instant: sandbox }) => {
    const droplet = await createDroplet(sandbox)
    const forwarding_rules = [{ entry_protocol: 'tcp', entry_port: 80, target_protocol: 'tcp', target_port: 80 } as const]
    const { load_balancer: balancer } = (
      await sandbox.post('/v2/load_balancers', { name: 'web', region: 'nyc3', forwarding_rules, droplet_ids: [droplet] })
    ).body
    await sandbox.delete(`/v2/droplets/${droplet}`)
    expect((await sandbox.get(`/v2/load_balancers/${balancer.id}`)).body.load_balancer.droplet_ids).toEqual([])
  })

  it('refuse the deletion of the named object', async ({ instant: sandbox }) => {
    const [one = '', other = ''] = await Promise.all(
      ['nyc3', 'ams3'].map(async (region) => (await sandbox.post('/v2/vpcs', { name: `net-${region}`, region })).body.vpc.id),
    )
    await sandbox.post('/v2/vpc_peerings', { name: 'pair', vpc_ids: [one, other] })
    await expectRefusal(sandbox.delete(`/v2/vpcs/${one}`), 412, 'Can not delete VPC with peerings')
  })
})

function rule(droplets: number[]) {
  return { protocol: 'tcp', ports: '80', sources: { addresses: ['0.0.0.0/0'], droplet_ids: droplets } } as const
}

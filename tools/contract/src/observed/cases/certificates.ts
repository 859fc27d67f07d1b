import type { Cases, Probe } from '../probe.ts'

async function order({ make, post }: Probe) {
  await make('POST', '/v2/domains', { name: 'tidewater.example' })
  return post('/v2/certificates', { name: 'covers-cert', type: 'lets_encrypt', dns_names: ['tidewater.example'] })
}

/** Asks for the deletion of a certificate that a load balancer ends TLS with. */
async function removeUsed(probe: Probe) {
  const { body } = await order(probe)
  await probe.pass(120)
  const rule = { entry_protocol: 'https', entry_port: 443, target_protocol: 'http', target_port: 80, certificate_id: body.certificate.id }
  await probe.make('POST', '/v2/load_balancers', { name: 'storefront-lb', region: 'nyc3', forwarding_rules: [rule] })
  return probe.delete(`/v2/certificates/${body.certificate.id}`)
}

export const certificates: Cases = {
  'certificates-01': removeUsed,
  'certificates-02': removeUsed,
  'certificates-04': async (probe) => {
    const answer = await order(probe)
    probe.holds('the state at first', answer.body.certificate.state, 'pending')
    await probe.pass(120)
    const { certificate } = (await probe.get(`/v2/certificates/${answer.body.certificate.id}`)).body
    probe.holds('the state later', certificate.state, 'verified')
    probe.matches('sha1_fingerprint', certificate.sha1_fingerprint, /^[0-9a-f]{40}$/)
    probe.matches('not_after', certificate.not_after, /^\d{4}-\d\d-\d\dT/)
    return answer
  },
}

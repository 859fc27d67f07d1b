import { expect } from 'vitest'
import { type ObservedSandbox, testObserved } from '../../../test/observed.ts'

async function order({ create, post }: ObservedSandbox) {
  await create('/v2/domains', { name: 'tidewater.example' })
  return post('/v2/certificates', { name: 'covers-cert', type: 'lets_encrypt', dns_names: ['tidewater.example'] })
}

/** Deletes a certificate that a load balancer uses. */
async function deleteUsed(sandbox: ObservedSandbox) {
  const { certificate } = (await order(sandbox)).body
  await sandbox.pass(120)
  const rule = { entry_protocol: 'https', entry_port: 443, target_protocol: 'http', target_port: 80, certificate_id: certificate.id }
  await sandbox.create('/v2/load_balancers', { name: 'storefront-lb', region: 'nyc3', forwarding_rules: [rule] })
  return sandbox.delete(`/v2/certificates/${certificate.id}`)
}

testObserved({
  'certificates-01': deleteUsed,
  'certificates-02': deleteUsed,
  'certificates-04': async (sandbox) => {
    const response = await order(sandbox)
    expect(response.body.certificate.state).toBe('pending')
    await sandbox.pass(120)
    expect(await sandbox.read(`/v2/certificates/${response.body.certificate.id}`)).toMatchObject({
      state: 'verified',
      sha1_fingerprint: expect.stringMatching(/^[0-9a-f]{40}$/),
      not_after: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    return response
  },
})

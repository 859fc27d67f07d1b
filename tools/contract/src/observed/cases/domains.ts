import type { Cases } from '../probe.ts'

export const domains: Cases = {
  'domains-16': async ({ make, delete: remove, holds }) => {
    await make('POST', '/v2/domains', { name: 'tidewater.example' })
    const { domain_record } = await make('POST', '/v2/domains/tidewater.example/records', { type: 'A', name: 'www', data: '203.0.113.10' })
    const answer = await remove(`/v2/domains/tidewater.example/records/${domain_record.id}`)
    holds('the body', answer.text, '')
    return answer
  },
}

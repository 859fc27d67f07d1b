import { describe, expect, it } from 'vitest'
import { makeSandbox } from './make-sandbox.ts'

const firewall = (rules: string) => `{"name":"edge","inbound_rules":[${rules}]}`

describe('a body with very many faults', () => {
  it.each([
    { given: '21 rules', body: firewall(Array(21).fill('{"protocol":"tcp","ports":"22"}').join(',')), more: /; and 1 more$/ },
    { given: '100,000 rules', body: firewall(Array(100_000).fill('{}').join(',')), more: /; and at least \d{3} more$/ },
    {
      given: '100,000 addresses in one rule',
      body: firewall(`{"protocol":"tcp","ports":"22","sources":{"addresses":[${Array(100_000).fill('1').join(',')}]}}`),
      more: /; and at least \d{3} more$/,
    },
  ])('has the first twenty told, and how many more there are: $given', async ({ body, more }) => {
    const { status, body: refusal } = await makeSandbox().post('/v2/firewalls', body)
    expect(status).toBe(422)
    expect(refusal.message).toMatch(more)
    expect(refusal.message.split('; ')).toHaveLength(21)
  })

  it('says once that a list has the same item twice, however long the list is', async () => {
    const regions = `[${Array(100_000).fill('"us_east"').join(',')}]`
    const { body } = await makeSandbox().post(
      '/v2/uptime/checks',
      `{"name":"shop","type":"https","target":"https://a.example","regions":${regions}}`,
    )
    expect(body.message).toContain('regions: must not have the same item twice')
  })
})

describe('a schema that a caller gives', () => {
  it.each([
    { given: 'that is made of itself twice', schema: { allOf: [{ $ref: '#' }, { $ref: '#' }] } },
    {
      given: 'with a pattern of 20,000 groups',
      schema: { type: 'object', required: ['a'], properties: { a: { type: 'string', pattern: '('.repeat(20_000) } } },
    },
  ])('comes to an end: $given', async ({ schema }) => {
    const sandbox = makeSandbox()
    const response_format = { type: 'json_schema', json_schema: { name: 'answer', schema } }
    const { status } = await sandbox.post(
      '/v1/chat/completions',
      { model: 'llama3.3-70b-instruct', messages: [{ role: 'user', content: 'Which?' }], response_format },
      { token: sandbox.credentials().inference_key },
    )
    expect(status).toBe(200)
  })
})

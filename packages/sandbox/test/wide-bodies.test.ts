import { describe, expect } from 'vitest'
import { it } from './it.ts'
import { createTestSandbox } from './create-test-sandbox.ts'
import { forbidden } from './operation-at.ts'

const firewall = (rules: string) => `{"name":"edge","inbound_rules":[${rules}]}`

const addresses = (count: number) => `{"protocol":"tcp","ports":"22","sources":{"addresses":[${Array(count).fill('1').join(',')}]}}`

describe('a body with very many errors', () => {
  it.each([
    { name: '21 rules', body: firewall(Array(21).fill('{"protocol":"tcp","ports":"22"}').join(',')), more: /; and 1 more$/ },
    {
      name: '1,000 addresses in each of 50 rules',
      body: firewall(Array(50).fill(addresses(1000)).join(',')),
      more: /; and at least \d{3} more$/,
    },
  ])('reports the first twenty errors and the number of others: $name', async ({ body, more }) => {
    const { status, body: refusal } = await createTestSandbox().post('/v2/firewalls', forbidden(body))
    expect(status).toBe(422)
    expect(refusal.message).toMatch(more)
    expect(refusal.message.split('; ')).toHaveLength(21)
  })

  it.each([
    { name: '51 rules', body: firewall(Array(51).fill('{}').join(',')), expected: 'inbound_rules: must not have more than 50 items' },
    {
      name: '100,000 rules',
      body: firewall(Array(100_000).fill('{}').join(',')),
      expected: 'inbound_rules: must not have more than 50 items',
    },
    {
      name: '100,000 addresses in one rule',
      body: firewall(addresses(100_000)),
      expected: 'inbound_rules.0.sources.addresses: must not have more than 1000 items',
    },
  ])('reports the field and its limit but not its items: $name', async ({ body, expected }) => {
    const { status, body: refusal } = await createTestSandbox().post('/v2/firewalls', forbidden(body))
    expect({ status, message: refusal.message }).toEqual({ status: 422, message: expected })
  })

  it('reports duplicate items only in a list within its length limit', async () => {
    const check = (count: number) =>
      createTestSandbox().post('/v2/uptime/checks', {
        name: 'shop',
        type: 'https',
        target: 'https://a.example',
        regions: Array(count).fill('us_east'),
      })
    expect((await check(2)).body.message).toBe('regions: must not have the same item twice')
    expect((await check(100_000)).body.message).toBe('regions: must not have more than 4 items')
  })

  it('is rejected before parsing if it has more than 30,000 fields', async ({ sandbox }) => {
    const object = `{${Array.from({ length: 1500 }, (_each, n) => `"${n}":1`).join(',')}}`
    const { status, body } = await sandbox.post('/v1/embeddings', forbidden(`[${Array(21).fill(object).join(',')}]`), {
      token: sandbox.credentials().inference_key,
    })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('The body has more than 30000 fields.')
    const wide = await sandbox.post('/v2/tags', forbidden(object.replace('}', `,${object.slice(1).replaceAll('":', 'x":')}`)))
    expect(wide).toMatchObject({ status: 400, body: { message: expect.stringContaining('has an object of more than 2000 fields.') } })
  })

  it('is not slowed down by a parameter repeated thousands of times', async () => {
    const { status, body } = await createTestSandbox().ask('GET', `/v2/droplets?${'page=1&'.repeat(2000)}a=1`)
    expect({ status, message: body.message }).toEqual({ status: 422, message: expect.stringContaining('page: must be') })
  })
})

describe('a schema from a client', () => {
  it.for([
    { name: 'that is made of itself twice', schema: { allOf: [{ $ref: '#' }, { $ref: '#' }] } },
    {
      name: 'with a pattern of 20,000 groups',
      schema: { type: 'object', required: ['a'], properties: { a: { type: 'string', pattern: '('.repeat(20_000) } } },
    },
  ])('is processed in limited time: $name', async ({ schema }, { sandbox }) => {
    const response_format = { type: 'json_schema', json_schema: { name: 'answer', schema } } as const
    const { status } = await sandbox.post(
      '/v1/chat/completions',
      forbidden({ model: 'llama3.3-70b-instruct', messages: [{ role: 'user', content: 'Which?' }], response_format }),
      { token: sandbox.credentials().inference_key },
    )
    expect(status).toBe(200)
  })
})

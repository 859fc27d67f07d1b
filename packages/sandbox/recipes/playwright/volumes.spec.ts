import { expect, test } from '@playwright/test'

test('creates a volume in its own account', async ({ request }) => {
  const account = await request.post('/_sandbox/accounts')
  const { tokens } = (await account.json()) as { readonly tokens: { readonly full: string } }
  const headers = { authorization: `Bearer ${tokens.full}` }
  const reply = await request.post('/v2/volumes', { headers, data: { name: 'shelves', region: 'nyc3', size_gigabytes: 10 } })
  expect(reply.status()).toBe(201)
  const list = await request.get('/v2/volumes', { headers })
  expect(await list.json()).toMatchObject({ volumes: [{ name: 'shelves' }], meta: { total: 1 } })
})

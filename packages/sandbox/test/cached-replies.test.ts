import { expect, it } from 'vitest'
import { createSandbox } from '../src/create-sandbox.ts'

it('returns a repeated list with links for the new host and with new objects', () => {
  const sandbox = createSandbox({ seed: 7 })
  const headers = { authorization: `Bearer ${sandbox.credentials().tokens.full}`, 'content-type': 'application/json' }
  const make = (name: string) => {
    const body = Buffer.from(JSON.stringify({ name, region: 'nyc3', size_gigabytes: 10 }))
    expect(sandbox.handle({ method: 'POST', url: '/v2/volumes', headers, body }).status).toBe(201)
  }
  const list = (host: string, query: string) => {
    const { body } = sandbox.handle({ method: 'GET', url: `/v2/volumes?${query}`, headers: { ...headers, host } })
    return JSON.parse(String(body)) as { volumes: { name: string }[]; links: { pages: { next: string } }; meta: { total: number } }
  }
  for (const name of ['covers-a', 'covers-b', 'covers-c']) make(name)
  for (const host of ['one.test', 'two.test', 'one.test'])
    expect(list(host, 'per_page=1').links.pages.next).toBe(`http://${host}/v2/volumes?page=2&per_page=1`)
  expect(list('one.test', 'per_page=1&name=covers-a').meta.total).toBe(1)
  make('covers-d')
  const { volumes, meta } = list('one.test', 'per_page=1')
  expect([volumes.map(({ name }) => name), meta.total]).toEqual([['covers-d'], 4])
  sandbox.close()
})

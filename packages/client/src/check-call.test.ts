/** Calls that must be accepted. `explain-request.test.ts` has the rejected ones. */
import { expect, test } from 'vitest'
import { createCloud } from './index.ts'

function createOptions() {
  const sent: string[] = []
  const fetch = async (url: string, { method, body }: RequestInit) => {
    sent.push(`${method} ${url.replace('https://x.example', '')}${typeof body === 'string' ? ` ${body}` : ''}`)
    return Response.json({ droplets: [{ id: sent.length }], links: { pages: sent.length === 1 ? { next: '?page=2&fresh=1' } : {} } })
  }
  return { sent, options: { baseUrl: 'https://x.example', token: 't', fetch } }
}

type UntypedCloud = Readonly<Record<string, Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>>>

test('ignores undefined and empty values', async () => {
  const { sent, options } = createOptions()
  const { droplets, volumes } = createCloud(options) as unknown as UntypedCloud
  await droplets!['get']!({ path: { droplet_id: 7 }, query: undefined }, { signal: undefined, region: undefined })
  await droplets!['list']!({ query: { tagname: undefined } })
  await volumes!['create']!({ name: 'a' }, undefined)
  await volumes!['create']!({ path: {}, query: {}, body: { name: 'b' } })
  expect(sent).toEqual(['GET /v2/droplets/7', 'GET /v2/droplets', 'POST /v2/volumes {"name":"a"}', 'POST /v2/volumes {"name":"b"}'])
})

test('accepts unknown parameters in a link of the platform', async () => {
  const { sent, options } = createOptions()
  expect(await createCloud(options).droplets.list({ name: 'a' }).toArray()).toEqual([{ id: 1 }, { id: 2 }])
  expect(sent).toEqual(['GET /v2/droplets?per_page=200&name=a', 'GET /v2/droplets?per_page=200&name=a&page=2&fresh=1'])
})

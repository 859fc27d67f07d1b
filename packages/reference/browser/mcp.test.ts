/** The MCP endpoint with the built pages. Needs `pnpm reference`. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ReferenceServer, serveReference } from '../src/server/serve-reference.ts'

let reference: ReferenceServer
let client: Client

beforeAll(async () => {
  reference = await serveReference({ port: 0 })
  client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL('mcp', reference.url)))
})

afterAll(async () => {
  await client.close()
  await reference.close()
})

async function call(name: string, values: Record<string, string>) {
  const { content, isError = false } = await client.callTool({ name, arguments: values })
  return { isError, text: content.map((part) => (part.type === 'text' ? part.text : '')).join('') }
}

it('offers two read-only tools', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['search_docs', true],
    ['read_page', true],
  ])
})

it('finds an operation and reads its page', async () => {
  const found = await call('search_docs', { query: 'resize droplet' })
  expect(found.text).toMatch(
    /^- Start an action on a droplet: POST \/v2\/droplets\/\{droplet_id\}\/actions \(control\/droplet-actions\/create\)/,
  )
  const page = await call('read_page', { address: 'control/droplet-actions/create.md' })
  expect(page.text).toContain('# Start an action on a droplet')
})

it.each(['none', '../package.json', 'assets/style.css'])('does not read %s, which is not a page', async (address) => {
  const { isError, text } = await call('read_page', { address })
  expect(isError).toBe(true)
  expect(text).toContain('There is no page')
})

it('says so when nothing is found', async () => {
  expect(await call('search_docs', { query: 'zyxwvzyxwv' })).toEqual({ isError: false, text: 'No results. Try other words.' })
})

/** What is answered without the SDK is what the SDK would have answered, byte for byte. */
import { InMemoryTransport, type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/server'
import { describe, expect, it } from 'vitest'
import { listedTools } from '../src/generated/listing.ts'
import { PlatformError } from '../src/platform/platform.ts'
import { createServerFactory } from '../src/server/create-server.ts'
import { createDirectReads } from '../src/server/direct-reads.ts'
import type { ListedTool } from '../src/tables/tool-row.ts'
import { type Answering, cluster, makePlatform } from './open.ts'

const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const reads = listedTools.filter(({ annotations }) => annotations.readOnlyHint)

interface Property {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
}
const properties = ({ inputSchema }: ListedTool) => (inputSchema['properties'] ?? {}) as Readonly<Record<string, Property>>

function fillArguments(tool: ListedTool): Record<string, unknown> {
  const { id, ...others } = properties(tool)
  const needed = Object.entries(others).filter(([name]) => ((tool.inputSchema['required'] ?? []) as readonly string[]).includes(name))
  return { ...(id && { id: cluster }), ...Object.fromEntries(needed.map(([name, { pattern }]) => [name, pattern ? '1' : 'x'])) }
}

/** A body with something under every name that the tool's output has. */
function fillBody({ outputSchema }: ListedTool, text: string): unknown {
  const value = { name: text, password: 'canary-1', '10': 1, connection: { uri: 'x://u:canary-1@h', password: 'canary-1' } }
  const body = Object.entries(outputSchema.properties ?? {}).map(([name, { type }]) => {
    const [first = 'object'] = [type ?? 'object'].flat()
    return [name, ({ array: [value, value], object: value, string: text, integer: 2, boolean: false } as Record<string, unknown>)[first]]
  })
  return { ...Object.fromEntries(body), meta: { total: 2 } }
}

const sources: Readonly<Record<string, (tool: ListedTool) => Answering>> = {
  'a plain answer': (tool) => () => ({ status: 200, body: fillBody(tool, 'orders') }),
  'a hostile answer': (tool) => () => ({ status: 200, body: fillBody(tool, 'Åse \u202e\u0007\n"\\ \ud800 书 __proto__') }),
  'an answer that is not as documented': () => () => ({ status: 200, body: '{"__proto__":{"a":1}}' }),
  'a refusal': () => () => ({ status: 404, body: { id: 'not_found', message: 'There is none.', request_id: 'r' } }),
  'too many requests': () => () => ({ status: 429, body: {}, headers: { 'retry-after': '7' } }),
  'no answer': () => () => {
    throw new PlatformError('No answer from platform.example.', true)
  },
  'a fault of our own': () => () => {
    throw new TypeError('x is not a function')
  },
}

async function makeBoth(answering: Answering, version = '2025-11-25') {
  const { platform, sent } = makePlatform(answering)
  const permissions = { allowWrites: false, allowDestructive: true, dryRun: false, forwardsTokens: false }
  const makeServer = await createServerFactory({ platform, ...permissions, toolset: 'all', now: () => 1_770_000_000_000 })
  const [client, own] = InMemoryTransport.createLinkedPair()
  const answers: ((message: JSONRPCMessage) => void)[] = []
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's transports have no other
  client.onmessage = (message) => answers.shift()?.(message)
  await makeServer().connect(own)
  const bySdk = async (line: string) => {
    const answered = new Promise<JSONRPCMessage>((resolve) => void answers.push(resolve))
    await client.send(parseJSONRPCMessage(JSON.parse(line)))
    return JSON.stringify(await answered)
  }
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 't', version: '1' } }
  await bySdk(JSON.stringify({ jsonrpc: '2.0', id: 'open', method: 'initialize', params }))
  /** `undefined` when it was left to the SDK. */
  const directly = (line: string) =>
    new Promise<string | undefined>((resolve) => {
      const given = createDirectReads({
        findRead: makeServer.findRead,
        write: resolve,
        giveBack: () => void bySdk(line).then(resolve),
        onSettled: () => {},
      })
      if (!given.take(JSON.parse(line))) resolve(undefined)
    })
  return { bySdk, directly, makeServer, sent }
}

const writeCall = (params: object, id: unknown = 7) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })

describe.each(versions)('with a client of %s', (version) => {
  it.each(Object.keys(sources))('%s is the same for every tool', async (source) => {
    expect(reads).toHaveLength(18)
    for (const tool of reads) {
      const { bySdk, directly } = await makeBoth(sources[source]?.(tool) as Answering, version)
      const line = writeCall({ name: tool.name, arguments: fillArguments(tool) })
      const answer = await directly(line)
      expect(answer, tool.name).toBe(await bySdk(line))
      expect(answer, tool.name).toContain('"id":7')
      expect(answer?.includes('bad_arguments')).toBe(false)
    }
  })
})

it.each([
  { name: 'db-cluster-list', arguments: { pge: '2' } },
  { name: 'db-cluster-get', arguments: { id: 'no-uuid' } },
  { name: 'db-cluster-list' },
  { name: 'db-cluster-list', arguments: {}, _meta: { progressToken: 'p', 'client/call': { n: 1 } } },
])('%j is answered the same', async (params) => {
  const { bySdk, directly } = await makeBoth(() => ({ status: 200, body: { databases: [], meta: { total: 0 } } }))
  for (const id of [0, 'a "b"', -5]) {
    const answer = await directly(writeCall(params, id))
    expect(answer).toBe(await bySdk(writeCall(params, id)))
    expect(answer).toBeDefined()
  }
})

it.each([
  writeCall({ name: 'db-cluster-delete', arguments: { id: cluster } }),
  writeCall({ name: 'db-cluster-create', arguments: {} }),
  writeCall({ name: 'call_operation', arguments: { operation: 'databases_list_clusters' } }),
  writeCall({ name: 'nobody', arguments: {} }),
  writeCall({ arguments: {} }),
  writeCall({ name: 'db-cluster-list', arguments: [] }),
  writeCall({ name: 'db-cluster-list', arguments: null }),
  writeCall({ name: 'db-cluster-list', task: {} }),
  writeCall({ name: 'db-cluster-list', inputResponses: {} }),
  writeCall({ name: 'db-cluster-list', _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
  writeCall({ name: 'db-cluster-list', _meta: { progressToken: {} } }),
  writeCall({ name: 'db-cluster-list' }, null),
  writeCall({ name: 'db-cluster-list' }, 1.5),
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"db-cluster-list","arguments":{"__proto__":1}}}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"db-cluster-list"},"more":1}',
  '{"jsonrpc":"1.0","id":1,"method":"tools/call","params":{"name":"db-cluster-list"}}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"name":"db-cluster-list"}}',
  '[]',
])('%s is left to the SDK', async (line) => {
  const { directly, sent } = await makeBoth(() => ({ status: 200, body: {} }))
  expect(await directly(line)).toBeUndefined()
  expect(sent).toEqual([])
})

it('what is cancelled is not answered, and its request is given up', async () => {
  const { makeServer, sent } = await makeBoth(() => ({ status: 200, body: { databases: [] } }))
  const written: string[] = []
  await new Promise<void>((resolve) => {
    const given = createDirectReads({
      findRead: makeServer.findRead,
      write: (line) => written.push(line),
      giveBack: () => written.push('given back'),
      onSettled: resolve,
    })
    expect(given.take(JSON.parse(writeCall({ name: 'db-cluster-list' })))).toBe(true)
    // The same id again, while the first is under way.
    expect(given.take(JSON.parse(writeCall({ name: 'db-cluster-list' })))).toBe(false)
    given.cancel(8)
    given.cancel(7)
  })
  expect(written).toEqual([])
  expect(sent.map(({ options }) => options?.signal?.aborted)).toEqual([true])
})

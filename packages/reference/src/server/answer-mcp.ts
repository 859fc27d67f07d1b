/** Model Context Protocol endpoint with two tools: search the reference, and read a page. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'

interface Entry {
  readonly address: string
  readonly title: string
  readonly summary: string
  readonly method?: string
  readonly path?: string
}

/** Search of the pages, built with the site. */
interface FinderModule {
  readonly createFinder: (index: { readonly entries: readonly Entry[] }) => Promise<(query: string) => readonly Entry[]>
}

const maxResults = 10
const maxMessageBytes = 64 * 1024
const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false }

const tools = [
  {
    name: 'search_docs',
    title: 'Search the reference',
    description: `Finds operations, schemas, guides and error pages, best match first, at most ${maxResults}. Read one with read_page.`,
    inputSchema: {
      type: 'object',
      required: ['query'],
      properties: { query: { type: 'string', description: 'Words, an operation id, a field, or a request such as POST /v2/volumes' } },
    },
    annotations,
  },
  {
    name: 'read_page',
    title: 'Read a page',
    description: 'Returns a page of the reference as Markdown.',
    inputSchema: {
      type: 'object',
      required: ['address'],
      properties: { address: { type: 'string', description: 'Address from search_docs, such as control/volumes/create' } },
    },
    annotations,
  },
] as const

export type AnswerMcp = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** @param folder folder of the pages @param version version of this package */
export async function createMcpAnswer(folder: string, version: string): Promise<AnswerMcp> {
  const { createFinder } = (await import(pathToFileURL(join(folder, 'assets/create-finder.js')).href)) as FinderModule
  const index = JSON.parse(readFileSync(join(folder, 'assets/search-index.json'), 'utf8')) as { readonly entries: readonly Entry[] }
  const find = await createFinder(index)
  const known = new Set(index.entries.map(({ address }) => address))

  const runTool = (name: string, values: Readonly<Record<string, unknown>>): string => {
    if (name === 'search_docs') {
      const found = find(String(values['query'])).slice(0, maxResults)
      return found.length === 0 ? 'No results. Try other words.' : found.map(formatEntry).join('\n')
    }
    if (name !== 'read_page') throw new Error(`There is no tool ${JSON.stringify(name)}. Use search_docs or read_page.`)
    const address = String(values['address']).replace(/^\/|\.(?:md|html)$/g, '')
    if (!known.has(address)) throw new Error(`There is no page ${JSON.stringify(address)}. Find its address with search_docs.`)
    return readFileSync(join(folder, `${address}.md`), 'utf8')
  }

  const handler = createMcpHandler(
    () => {
      const server = new Server({ name: 'spindrift-reference', title: 'Spindrift reference', version }, { capabilities: { tools: {} } })
      server.setRequestHandler('tools/list', () => ({ tools: tools as never }))
      server.setRequestHandler('tools/call', ({ params: { name, arguments: values = {} } }) => {
        try {
          return { content: [{ type: 'text', text: runTool(name, values) }] }
        } catch (error) {
          return { isError: true, content: [{ type: 'text', text: error instanceof Error ? error.message : String(error) }] }
        }
      })
      return server
    },
    { maxRequestBodySize: maxMessageBytes },
  )
  return async (message, response) => {
    const headers = Object.entries(message.headersDistinct).map(([name, values = []]): [string, string] => [name, values.join(', ')])
    const body = Readable.toWeb(message) as ReadableStream<Uint8Array>
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
    const reply = await handler.fetch(new Request('http://127.0.0.1/mcp', init))
    response.writeHead(reply.status, Object.fromEntries(reply.headers))
    if (!reply.body) return void response.end()
    await pipeline(Readable.fromWeb(reply.body as never), response).catch(() => response.destroy())
  }
}

function formatEntry({ title, address, summary, method, path }: Entry): string {
  const request = method === undefined ? '' : `: ${method.toUpperCase()} ${path ?? ''}`
  return `- ${title}${request} (${address}): ${summary}`
}

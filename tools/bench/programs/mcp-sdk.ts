/** A server with the official SDK, like in its guide, with one tool that calls the platform by `fetch`. */
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

serveStdio(() => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' })
  server.registerTool('db-cluster-list', { description: 'List database clusters' }, async () => {
    const response = await fetch(`${process.env['SPINDRIFT_BASE_URL']}/v2/databases`)
    const text = await response.text()
    return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Record<string, unknown> }
  })
  return server
})

/** A platform that returns the same three clusters for every request, so that only the tool server is measured. */
import { createServer } from 'node:http'

const cluster = {
  id: '9cc10173-e9ea-4176-9dbc-a4cee4c4ff30',
  name: 'orders-pg',
  engine: 'pg',
  version: '16',
  num_nodes: 1,
  region: 'nyc3',
  status: 'online',
  tags: ['storefront'],
}
const body = JSON.stringify({ databases: [cluster, cluster, cluster], links: {}, meta: { total: 3 } })

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as { readonly port: number }).port}\n`))
process.stdin.on('end', () => process.exit()).resume()

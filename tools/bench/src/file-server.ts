/** The lower limit of object storage in Node: PUT writes a file, GET reads it. */
import { createReadStream, createWriteStream, mkdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [folder = '', port = '0'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })

const server = createServer((request, response) => {
  const file = join(folder, (request.url ?? '/').slice(1) || 'ready')
  if (request.method === 'PUT') {
    void pipeline(request, createWriteStream(file)).then(() => response.end())
    return
  }
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  response.writeHead(200, { 'content-length': size })
  if (size === 0) response.end()
  else createReadStream(file).pipe(response)
})
server.listen(Number(port), '127.0.0.1')

/** The lower limit of an HTTP server in Node: reads the request and returns fixed bytes, which are passed as base64. */
import { createServer } from 'node:http'

const [bytes = '', status = '200', port = '0'] = process.argv.slice(2)
const body = Buffer.from(bytes, 'base64')
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString())
    response.writeHead(Number(status), headers).end(body)
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1')

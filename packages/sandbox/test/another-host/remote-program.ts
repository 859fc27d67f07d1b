/** Program on the other host: sends the requests of the test and serves a page of another site. Communicates through the IPC channel. */
import { createServer, request as requestHttp, type Server } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'

export interface RequestFields {
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** CA certificate in PEM; certificates are not verified without it. */
  readonly ca?: string
  readonly trustsAnyCertificate?: boolean
}

export interface RemoteReply {
  readonly status?: number | undefined
  readonly headers?: Readonly<Record<string, unknown>>
  readonly body?: string
  /** Error code of a failed request. */
  readonly failed?: string
}

type Task =
  | { readonly request: RequestFields }
  | { readonly serve: { readonly host: string; readonly port: number; readonly html: string } }
  | { readonly stop: true }

let server: Server | undefined

process.on('message', ({ id, task }: { readonly id: number; readonly task: Task }) => {
  void runTask(task).then((reply) => process.send?.({ id, reply }))
})
process.send?.({ id: 0 })

async function runTask(task: Task): Promise<RemoteReply> {
  if ('request' in task) return sendRequest(task.request)
  server?.closeAllConnections()
  server?.close()
  if ('stop' in task) return {}
  const { host, port, html } = task.serve
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', connection: 'close' }).end(html)
  })
  await new Promise<void>((resolve) => server?.listen(port, host, resolve))
  return {}
}

/** Sends a request to the sandbox, under the host name of the URL. */
function sendRequest({ url, method = 'GET', headers = {}, body, ca, trustsAnyCertificate = false }: RequestFields): Promise<RemoteReply> {
  const { protocol, hostname, port, pathname, search, host } = new URL(url)
  const request = protocol === 'https:' ? requestHttps : requestHttp
  const address = /^\d/.test(hostname) ? { host: hostname } : { host: '10.77.0.1', servername: hostname }
  const where = { ...address, port, path: `${pathname}${search}`, timeout: 5000 }
  return new Promise((resolve) => {
    const sent = request({ ...where, method, headers: { host, ...headers }, ca, rejectUnauthorized: !trustsAnyCertificate }, (response) => {
      void text(response).then((read) => resolve({ status: response.statusCode, headers: response.headers, body: read }))
    })
    sent.on('timeout', () => sent.destroy(Object.assign(new Error('The request timed out.'), { code: 'ETIMEDOUT' })))
    sent.on('error', (error: NodeJS.ErrnoException) => resolve({ failed: error.code ?? error.message }))
    sent.end(body)
  })
}

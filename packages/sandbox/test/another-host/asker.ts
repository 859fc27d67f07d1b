/** Program on the other host: sends the requests of the test and serves a page of another site. Communicates through the IPC channel. */
import { createServer, request as requestPlainly, type Server } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { text } from 'node:stream/consumers'

export interface RequestFields {
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** CA certificate in PEM; certificates are not verified without it. */
  readonly ca?: string
  readonly isTrusting?: boolean
}

export interface Got {
  readonly status?: number | undefined
  readonly headers?: Readonly<Record<string, unknown>>
  readonly body?: string
  /** The code of what kept it from being answered. */
  readonly failed?: string
}

type Task =
  | { readonly ask: RequestFields }
  | { readonly serve: { readonly host: string; readonly port: number; readonly html: string } }
  | { readonly stop: true }

let server: Server | undefined

process.on('message', ({ id, task }: { readonly id: number; readonly task: Task }) => {
  void perform(task).then((got) => process.send?.({ id, got }))
})
process.send?.({ id: 0 })

async function perform(task: Task): Promise<Got> {
  if ('ask' in task) return ask(task.ask)
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

/** The name is what it is asked for; where it leads is the one sandbox there is. */
function ask({ url, method = 'GET', headers = {}, body, ca, isTrusting = false }: RequestFields): Promise<Got> {
  const { protocol, hostname, port, pathname, search, host } = new URL(url)
  const request = protocol === 'https:' ? requestSecurely : requestPlainly
  const address = /^\d/.test(hostname) ? { host: hostname } : { host: '10.77.0.1', servername: hostname }
  const where = { ...address, port, path: `${pathname}${search}`, timeout: 5000 }
  return new Promise((resolve) => {
    const sent = request({ ...where, method, headers: { host, ...headers }, ca, rejectUnauthorized: !isTrusting }, (response) => {
      void text(response).then((read) => resolve({ status: response.statusCode, headers: response.headers, body: read }))
    })
    sent.on('timeout', () => sent.destroy(Object.assign(new Error('No answer came.'), { code: 'ETIMEDOUT' })))
    sent.on('error', (error: NodeJS.ErrnoException) => resolve({ failed: error.code ?? error.message }))
    sent.end(body)
  })
}

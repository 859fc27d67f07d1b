/** Requests of the load test, and the resources that they need. */
import type { LoadPlan } from './run-load.ts'
import type { ServerProcess } from './serve-child.ts'

export type RequestName = 'GET one' | 'GET a list of 20' | 'GET an uncached list' | 'POST create'

export type LoadRequest = Pick<LoadPlan, 'body' | 'count'> & {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Body of the sandbox, which the bare server returns as well. */
  readonly responseBody: string
}

const mark = 'nnnnnnnn'
/** Body of a new volume. Names are unique. */
const formatVolume = (name: string) => JSON.stringify({ name, region: 'nyc3', size_gigabytes: 100, description: 'Scanned covers' })

export async function prepareRequests(sandbox: ServerProcess): Promise<Record<RequestName, LoadRequest>> {
  const send = async (method: 'GET' | 'POST', path: string, body?: string) => {
    const headers = { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' }
    const response = await fetch(`http://127.0.0.1:${sandbox.port}${path}`, { method, headers, ...(body !== undefined && { body }) })
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
    return response.text()
  }
  const created = await send('POST', '/v2/volumes', formatVolume('covers-first'))
  for (let n = 0; n < 25; n += 1) await send('POST', '/v2/volumes', formatVolume(`covers-of-${n}`))
  const { id } = (JSON.parse(created) as { readonly volume: { readonly id: string } }).volume
  const one = `/v2/volumes/${id}`
  return {
    'GET one': { method: 'GET', path: one, responseBody: await send('GET', one) },
    // Page sizes 20 and 21 in turn, because a repeated page would come from the cache.
    'GET an uncached list': {
      method: 'GET',
      path: '/v2/volumes?per_page=2~',
      count: { mark: '~', from: 0, step: 1, maxNumber: 2 },
      responseBody: await send('GET', '/v2/volumes?per_page=20'),
    },
    'GET a list of 20': { method: 'GET', path: '/v2/volumes', responseBody: await send('GET', '/v2/volumes') },
    'POST create': { method: 'POST', path: '/v2/volumes', responseBody: created, body: formatVolume(`covers-${mark}`) },
  }
}

const connections = 32
const maxNumber = 10 ** mark.length
let nextNumber = 0

export function planLoad({ port, token }: Pick<ServerProcess, 'port' | 'token'>, request: LoadRequest, seconds: number): LoadPlan {
  const { method, path, body, count } = request
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${token}`,
    ...(body === undefined ? [] : ['content-type: application/json']),
  ]
  // Each load counts in a separate range of a million numbers.
  const counter = count ?? (body === undefined ? undefined : { mark, from: (nextNumber += 1_000_000), step: 1, maxNumber })
  return { port, connections, seconds, head, ...(body !== undefined && { body }), ...(counter && { count: counter }) }
}

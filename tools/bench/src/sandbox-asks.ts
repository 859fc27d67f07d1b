/** What the sandbox and its peers are asked under load, and how a sandbox comes to have something to answer with. */
import type { LoadPlan } from './run-load.ts'
import type { Served } from './serve-child.ts'

export type AskName = 'GET one' | 'GET a list of 20' | 'GET a list read anew' | 'POST create'

export type Ask = Pick<LoadPlan, 'body' | 'count'> & {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** What the sandbox answers, for the bare server to answer the same. */
  readonly answer: string
}

const mark = 'nnnnnnnn'
/** As long as a client's name is, and new in each run, for volumes have names that differ. */
const volume = (name: string) => JSON.stringify({ name, region: 'nyc3', size_gigabytes: 100, description: 'Scanned covers' })

export async function prepareAsks(sandbox: Served): Promise<Record<AskName, Ask>> {
  const send = async (method: 'GET' | 'POST', path: string, body?: string) => {
    const headers = { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' }
    const response = await fetch(`http://127.0.0.1:${sandbox.port}${path}`, { method, headers, ...(body !== undefined && { body }) })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response.text()
  }
  const created = await send('POST', '/v2/volumes', volume('covers-first'))
  for (let n = 0; n < 25; n += 1) await send('POST', '/v2/volumes', volume(`covers-of-${n}`))
  const { id } = (JSON.parse(created) as { readonly volume: { readonly id: string } }).volume
  const one = `/v2/volumes/${id}`
  return {
    'GET one': { method: 'GET', path: one, answer: await send('GET', one) },
    // Twenty and twenty-one in turn: a page that was asked for just now would not be read again.
    'GET a list read anew': {
      method: 'GET',
      path: '/v2/volumes?per_page=2~',
      count: { mark: '~', from: 0, step: 1, maxNumber: 2 },
      answer: await send('GET', '/v2/volumes?per_page=20'),
    },
    'GET a list of 20': { method: 'GET', path: '/v2/volumes', answer: await send('GET', '/v2/volumes') },
    'POST create': { method: 'POST', path: '/v2/volumes', answer: created, body: volume(`covers-${mark}`) },
  }
}

const connections = 32
const maxNumber = 10 ** mark.length
let begun = 0

export function planLoad({ port, token }: Pick<Served, 'port' | 'token'>, ask: Ask, seconds: number): LoadPlan {
  const { method, path, body, count } = ask
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${token}`,
    ...(body === undefined ? [] : ['content-type: application/json']),
  ]
  // Each load goes on in a million of its own.
  const counting = count ?? (body === undefined ? undefined : { mark, from: (begun += 1_000_000), step: 1, maxNumber })
  return { port, connections, seconds, head, ...(body !== undefined && { body }), ...(counting && { count: counting }) }
}

/** Accounts with a volume each, and loads that go through them. */
import type { LoadPlan } from './run-load.ts'
import type { Served } from './serve-child.ts'

/** What a request shows, and what it asks for. */
export interface Held {
  readonly token: string
  readonly volume: string
}

/** Those that are asked for; more would not fit into the plan that the load generator is given. */
const most = 500
const atOnce = 32

/** @returns some of the accounts, at most 500 of them, with a volume each */
export async function fillAccounts({ port }: Served, count: number): Promise<readonly Held[]> {
  const post = async (path: string, body: object, token?: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const held: Held[] = []
  let left = count
  const work = async () => {
    while (left > 0) {
      left -= 1
      const { tokens } = (await post('/_sandbox/accounts', {})) as { readonly tokens: { readonly full: string } }
      if (held.length >= most) continue
      const made = await post('/v2/volumes', { name: 'covers', region: 'nyc3', size_gigabytes: 10 }, tokens.full)
      held.push({ token: tokens.full, volume: (made as { readonly volume: { readonly id: string } }).volume.id })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return held
}

export type ReplicaAsk = 'GET one' | 'POST create'

const number = 'nnnnnnnn'
let begun = 0

/** Each request is another account's, in turn. */
export function planReplicaLoad(
  { port }: Served,
  ask: ReplicaAsk,
  held: readonly Held[],
  { connections, seconds, rate }: Pick<LoadPlan, 'connections' | 'seconds' | 'rate'>,
): LoadPlan {
  const [token, volume] = [held[0]?.token ?? '', held[0]?.volume ?? ''].map((text) => '~'.repeat(text.length)) as [string, string]
  const marks = [token, volume.replaceAll('~', '^')] as const
  const values = held.map((each) => [each.token, each.volume] as const)
  const common = { port, connections, seconds, rotate: { marks, values }, ...(rate !== undefined && { rate }) }
  const head = (line: string) => [line, `host: 127.0.0.1:${port}`, `authorization: Bearer ${token}`]
  if (ask === 'GET one') return { ...common, head: head(`GET /v2/volumes/${marks[1]} HTTP/1.1`) }
  return {
    ...common,
    head: [...head('POST /v2/volumes HTTP/1.1'), 'content-type: application/json'],
    body: JSON.stringify({ name: `covers-${number}`, region: 'nyc3', size_gigabytes: 100, description: 'Scanned covers' }),
    count: { mark: number, from: (begun += 1_000_000), step: 1, most: 10 ** number.length },
  }
}

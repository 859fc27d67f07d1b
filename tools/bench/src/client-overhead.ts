/** What each way of calling costs per request, beside bare `fetch`, against one server in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import createClient from 'openapi-fetch'
import type { Bench } from './bench.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { makeRow } from './row.ts'

type Call = () => Promise<{ readonly droplet: { readonly name: string } }>

// Both faces have a timeout, for which undici makes a signal follow each request; the second way shows what that alone costs.
const ways = ['fetch', 'fetch with a timeout', 'resource face', 'path face', 'openapi-fetch'] as const
type Way = (typeof ways)[number]

const modes = [
  { name: 'in turn', inFlight: 1, requests: 300 },
  { name: '50 in flight', inFlight: 50, requests: 1000 },
] as const

const atMostTimes: Partial<Record<Way, number>> = { 'resource face': 1.15, 'path face': 1.15 }

export const clientOverhead: Bench = {
  name: 'client-overhead',
  about: 'time per request in turn and at 50 in flight: fetch, both faces, openapi-fetch',
  runs: 31,
  async measure({ runs, progress }) {
    const server = spawn(process.execPath, [fileURLToPath(new URL('droplet-server.ts', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const [port] = (await once(server.stdout, 'data')) as [Buffer]
      const calls = await makeCalls(`http://127.0.0.1:${Number(port)}`)
      const rows = []
      for (const { name, inFlight, requests } of modes) {
        const subjects = Object.fromEntries(ways.map((way) => [way, () => time(calls[way], requests, inFlight)])) as Record<
          Way,
          () => Promise<number>
        >
        progress(`${name}, ${runs} rounds of ${requests} requests each way`)
        const samples = await measure(subjects, { runs, warmUps: 5 })
        rows.push(
          ...ways.map((way) =>
            makeRow({
              bench: 'client-overhead',
              subject: `${way}, ${name}`,
              value: median(samples[way]),
              unit: 'µs',
              against: median(samples.fetch),
              ...(atMostTimes[way] !== undefined && { atMostTimes: atMostTimes[way] }),
            }),
          ),
        )
      }
      return rows
    } finally {
      server.kill()
    }
  },
}

/** Imported when it is measured, so that the other benches run before the packages are built. */
async function makeCalls(baseUrl: string): Promise<Record<Way, Call>> {
  const { createDroplets } = await import('@spindrift/client/droplets')
  const { createPathClient } = await import('@spindrift/client/paths')
  const path = { droplet_id: 412800101 }
  const headers = { authorization: 'Bearer token' }
  const droplets = createDroplets({ baseUrl, token: 'token' })
  const api = createPathClient({ baseUrl, token: 'token' })
  const peer = createClient<PeerPaths>({ baseUrl, headers })
  const fetchDroplet = async (init: RequestInit) => {
    const response = await fetch(`${baseUrl}/v2/droplets/${path.droplet_id}`, init)
    if (!response.ok) throw new Error(`status ${response.status}`)
    return (await response.json()) as Awaited<ReturnType<Call>>
  }
  return {
    fetch: () => fetchDroplet({ headers }),
    'fetch with a timeout': () => fetchDroplet({ headers, signal: AbortSignal.timeout(60_000) }),
    'resource face': () => droplets.get({ path }),
    'path face': async () => {
      const reply = await api.GET('/v2/droplets/{droplet_id}', { path })
      if (!reply.ok) throw new Error(`status ${reply.status}`)
      return reply.data
    },
    'openapi-fetch': async () => {
      const { data, response } = await peer.GET('/v2/droplets/{droplet_id}', { params: { path } })
      if (!data) throw new Error(`status ${response.status}`)
      return data
    },
  }
}

/** As much of openapi-typescript's output as one call needs; the types weigh nothing at run time. */
interface PeerPaths {
  '/v2/droplets/{droplet_id}': {
    get: {
      parameters: { path: { droplet_id: number } }
      responses: { 200: { content: { 'application/json': { droplet: { name: string } } } } }
    }
  }
}

/** Microseconds per request. */
async function time(call: Call, requests: number, inFlight: number): Promise<number> {
  let left = requests
  const work = async () => {
    while (left-- > 0) {
      const { droplet } = await call()
      if (droplet.name === '') throw new Error('The server answered with something else.')
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: inFlight }, work))
  return ((performance.now() - started) * 1000) / requests
}

/** Many at once who send without end, or never listen: what they cost is bounded, and others are served meanwhile. */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { write } from './malformed-case.ts'
import type { Neighbor } from './regular-client.ts'

interface Flood {
  readonly given: string
  readonly first: Uint8Array
  /** Sent again and again, as fast as it is taken. */
  readonly more: Uint8Array
}

const floods = (token: string): readonly Flood[] => [
  {
    given: 'bodies in chunks without end',
    first: write(token, 'POST /v2/tags', ['Content-Type: application/json', 'Transfer-Encoding: chunked']),
    more: Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x1_00_00, 'a'), Buffer.from('\r\n')]),
  },
  {
    given: 'headers without end',
    first: Buffer.from('GET /v2/tags HTTP/1.1\r\nHost: a\r\n'),
    more: Buffer.from(`X-More: ${'a'.repeat(1000)}\r\n`),
  },
  {
    given: 'requests without end, and nobody to read the answers',
    first: write(token, 'GET /v2/sizes?per_page=200'),
    more: Buffer.concat(Array.from({ length: 50 }, () => write(token, 'GET /v2/sizes?per_page=200'))),
  },
]

const callers = 40

export interface FloodResult {
  readonly given: string
  readonly faults: readonly string[]
}

export async function runFloods(url: string, token: string, neighbor: Neighbor, milliseconds: number): Promise<FloodResult[]> {
  const results: FloodResult[] = []
  for (const flood of floods(token)) {
    const stops = Array.from({ length: callers }, () => pour(Number(new URL(url).port), flood))
    await sleep(milliseconds / 2)
    const meanwhile = await neighbor.look()
    await sleep(milliseconds / 2)
    for (const stop of stops) stop()
    const after = await neighbor.look()
    results.push({ given: `${callers} times ${flood.given}`, faults: [meanwhile, after].filter((fault) => fault !== undefined) })
  }
  return results
}

/** Sends until it is stopped, and reads nothing. */
function pour(port: number, { first, more }: Flood): () => void {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.pause()
  socket.on('error', () => undefined)
  const fill = () => {
    while (!socket.destroyed && socket.writable && socket.write(more));
  }
  socket.write(first)
  socket.on('drain', fill)
  fill()
  return () => socket.destroy()
}

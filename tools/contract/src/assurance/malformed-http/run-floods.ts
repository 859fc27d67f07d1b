/** Sends endless data on many connections, or never reads: memory stays bounded and other clients are served. */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatRawRequest } from './cases.ts'

interface Flood {
  readonly name: string
  readonly first: Uint8Array
  /** Sent repeatedly, as fast as possible. */
  readonly more: Uint8Array
}

const floods = (token: string): readonly Flood[] => [
  {
    name: 'endless chunked bodies',
    first: formatRawRequest(token, 'POST /v2/tags', ['Content-Type: application/json', 'Transfer-Encoding: chunked']),
    more: Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x1_00_00, 'a'), Buffer.from('\r\n')]),
  },
  {
    name: 'endless headers',
    first: Buffer.from('GET /v2/tags HTTP/1.1\r\nHost: 127.0.0.1\r\n'),
    more: Buffer.from(`X-More: ${'a'.repeat(1000)}\r\n`.repeat(64)),
  },
  {
    name: 'endless requests whose responses are not read',
    first: formatRawRequest(token, 'GET /v2/sizes?per_page=200'),
    more: Buffer.concat(Array.from({ length: 50 }, () => formatRawRequest(token, 'GET /v2/sizes?per_page=200'))),
  },
]

const connectionCount = 40

/** @param checkClient returns one line when another client is not served */
export async function runFloods(url: string, token: string, checkClient: () => Promise<readonly string[]>, milliseconds: number) {
  const results: { readonly name: string; readonly faults: readonly string[] }[] = []
  for (const flood of floods(token)) {
    const stops = Array.from({ length: connectionCount }, () => sendContinuously(Number(new URL(url).port), flood))
    await sleep(milliseconds / 2)
    const meanwhile = await checkClient()
    await sleep(milliseconds / 2)
    for (const stop of stops) stop()
    results.push({ name: `${connectionCount} times ${flood.name}`, faults: [...meanwhile, ...(await checkClient())] })
  }
  return results
}

/** Sends until stopped, without reading. */
function sendContinuously(port: number, { first, more }: Flood): () => void {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.pause()
  socket.on('error', () => undefined)
  const writeMore = () => {
    while (!socket.destroyed && socket.writable && socket.write(more));
  }
  socket.write(first)
  socket.on('drain', writeMore)
  writeMore()
  return () => socket.destroy()
}

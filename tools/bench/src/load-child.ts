/**
 * Generates load: sends one request after the other over each of many connections, and prints a `LoadResult`. Uses raw sockets and prepared
 * bytes, because Node's HTTP client would be slower than the servers. A separate program that gets a `LoadPlan` as JSON.
 */
import { createConnection, type Socket } from 'node:net'
import type { LoadPlan, LoadResult } from './run-load.ts'

const { port, connections, seconds, head, body, count } = JSON.parse(process.argv[2] ?? '{}') as LoadPlan

const text = `${head.join('\r\n')}\r\n${body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`}\r\n${body ?? ''}`
const endOfHead = Buffer.from('\r\n\r\n')
const length = /content-length: *(\d+)/i
const times: number[] = []
let sent = 0
let failed = 0
let open = connections
let until = Infinity

const loadStartedAt = performance.now()
until = loadStartedAt + seconds * 1000
for (let n = 0; n < connections; n += 1) connect()

function connect(): void {
  const request = Buffer.from(text)
  const at = count ? request.indexOf(count.mark) : -1
  let started = 0
  let missing = 0
  const send = () => {
    started = performance.now()
    if (started >= until) {
      socket.destroy()
      open -= 1
      if (open === 0) finish()
      return
    }
    sent += 1
    // Padded to the length of the mark, so that the request keeps its length.
    if (count) request.write(String((count.from + sent * count.step) % count.maxNumber).padStart(count.mark.length, '0'), at, 'latin1')
    socket.write(request)
  }
  const read = (size: number, chunk: Uint8Array): boolean => {
    if (missing > 0) missing -= size
    else missing = readHead(Buffer.from(chunk.buffer, chunk.byteOffset, size))
    if (missing === 0) {
      times.push(performance.now() - started)
      send()
    }
    return true
  }
  const socket: Socket = createConnection({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer: Buffer.alloc(65_536), callback: read },
  })
  socket.on('connect', send)
  socket.on('error', fail)
  socket.on('close', () => {
    if (missing > 0) fail(new Error('The connection closed in the middle of a response.'))
  })
}

/** @returns the number of missing bytes of the response */
function readHead(chunk: Buffer): number {
  const end = chunk.indexOf(endOfHead)
  const lines = chunk.toString('latin1', 0, end)
  const [, bytes] = length.exec(lines) ?? []
  // Only works with servers that write the whole head at once.
  if (end === -1 || bytes === undefined)
    throw new Error(`Response without a complete head or without content-length: ${lines.slice(0, 200)}`)
  if (lines.charAt(9) !== '2') failed += 1
  return end + endOfHead.length + Number(bytes) - chunk.length
}

function finish(): void {
  const elapsedSeconds = (performance.now() - loadStartedAt) / 1000
  times.sort((a, b) => a - b)
  const percentile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  const result: LoadResult = {
    responses: times.length,
    failed,
    perSecond: times.length / elapsedSeconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
  }
  console.log(JSON.stringify(result))
}

function fail(error: Error): void {
  console.error(error.message)
  process.exit(1)
}

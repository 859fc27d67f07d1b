/**
 * Sends one request after the other over many connections, as fast as the other end answers, and prints what came of it. Raw sockets
 * and ready-made bytes: Node's own http client would be the slower end. A program of its own, given a `LoadPlan` as JSON.
 */
import { createConnection, type Socket } from 'node:net'
import type { LoadPlan, LoadResult } from './run-load.ts'

const {
  port,
  connections,
  seconds,
  requests = Infinity,
  rate = Infinity,
  head,
  body,
  count,
  rotate,
} = JSON.parse(process.argv[2] ?? '{}') as LoadPlan

const text = `${head.join('\r\n')}\r\n${body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`}\r\n${body ?? ''}`
const endOfHead = Buffer.from('\r\n\r\n')
const length = /content-length: *(\d+)/i
const times: number[] = []
/** Those that have nothing to send yet. */
const idle: ((due: number) => void)[] = []
let sent = 0
let planned = 0
let refused = 0
let open = connections
let until = Infinity

const begun = performance.now()
until = begun + seconds * 1000
for (let n = 0; n < connections; n += 1) connect()
const pace = Number.isFinite(rate) ? setInterval(sendDue, 1) : undefined

function connect(): void {
  const request = Buffer.from(text)
  const at = count ? request.indexOf(count.mark) : -1
  const places = rotate?.marks.map((mark) => request.indexOf(mark)) ?? []
  let started = 0
  let missing = 0
  const send = (due = performance.now()) => {
    started = due
    if (started >= until || sent >= requests) {
      socket.destroy()
      open -= 1
      if (open === 0) finish()
      return
    }
    sent += 1
    // A number that has a digit for each letter of the mark, so that the length stays.
    if (count) request.write(String((count.from + sent * count.step) % count.most).padStart(count.mark.length, '0'), at, 'latin1')
    const values = rotate?.values[sent % rotate.values.length] ?? []
    for (const [n, value] of values.entries()) {
      const place = places[n] ?? -1
      if (place >= 0) request.write(value, place, 'latin1')
    }
    socket.write(request)
  }
  const next = () => {
    if (!pace) return send()
    idle.push(send)
    sendDue()
  }
  const read = (size: number, chunk: Uint8Array): boolean => {
    if (missing > 0) missing -= size
    else missing = readHead(Buffer.from(chunk.buffer, chunk.byteOffset, size))
    if (missing === 0) {
      times.push(performance.now() - started)
      next()
    }
    return true
  }
  const socket: Socket = createConnection({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer: Buffer.alloc(65_536), callback: read },
  })
  socket.on('connect', next)
  socket.on('error', fail)
  socket.on('close', () => {
    if (missing > 0) fail(new Error('The connection ended within an answer.'))
  })
}

/** By one of those that wait, everything that should have been sent by now; at the end, that it is over. */
function sendDue(): void {
  const now = performance.now()
  for (;;) {
    const due = begun + (planned * 1000) / rate
    if (due > now && now < until) return
    const send = idle.pop()
    if (!send) return
    planned += 1
    send(Math.max(due, now >= until ? until : 0))
  }
}

/** @returns how many bytes of the answer are still to come */
function readHead(chunk: Buffer): number {
  const end = chunk.indexOf(endOfHead)
  const lines = chunk.toString('latin1', 0, end)
  const [, bytes] = length.exec(lines) ?? []
  // Servers write the head in one go; one that does not cannot be measured with this.
  if (end === -1 || bytes === undefined) throw new Error(`An answer without a whole head or a content-length: ${lines.slice(0, 200)}`)
  if (lines.charAt(9) !== '2') refused += 1
  return end + endOfHead.length + Number(bytes) - chunk.length
}

function finish(): void {
  clearInterval(pace)
  const took = (performance.now() - begun) / 1000
  times.sort((a, b) => a - b)
  const share = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  const result: LoadResult = { answers: times.length, refused, perSecond: times.length / took, p50: share(0.5), p99: share(0.99) }
  console.log(JSON.stringify(result))
}

function fail(error: Error): void {
  console.error(error.message)
  process.exit(1)
}

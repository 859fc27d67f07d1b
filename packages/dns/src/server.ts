/** Name server over UDP and TCP (RFC 7766) on one port. */
import { type RemoteInfo, type Socket as UdpSocket, createSocket } from 'node:dgram'
import { type Server, type Socket, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceContext } from '@spindrift/sandbox'
import { listTransfer, rcodes } from './answer.ts'
import { type Query, formatFailure, formatReply, formatTransfer, parseQuery } from './messages.ts'
import type { Zones } from './zones.ts'

const idleTimeoutMs = 10_000
const maxConnections = 256
/** Attempts to find a port that is free for both protocols. */
const attempts = 10

export interface NameServer {
  readonly port: number
  readonly close: () => Promise<void>
}

type Faults = Pick<ServiceContext, 'matchFault' | 'onError'>

/** Listens on a port, or on any free one if it is taken. */
export async function startNameServer(zones: Zones, host: string, port: number, faults: Faults): Promise<NameServer> {
  const connections = new Set<Socket>()
  const tcp = createServer((socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    serveConnection(socket, zones, faults)
  })
  tcp.maxConnections = maxConnections
  for (let attempt = 1; ; attempt += 1) {
    const udp = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4' })
    try {
      const bound = await listen(tcp, attempt === 1 ? port : 0, host)
      await bind(udp, bound, host)
      tcp.on('error', faults.onError)
      udp.on('error', faults.onError)
      udp.on('message', (bytes, from) => void serveMessage(udp, bytes, from, zones, faults).catch(faults.onError))
      return { port: bound, close: () => close(tcp, udp, connections) }
    } catch (error) {
      await close(tcp, udp, connections)
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === attempts) throw error
    }
  }
}

async function serveMessage(udp: UdpSocket, bytes: Buffer, from: RemoteInfo, zones: Zones, faults: Faults): Promise<void> {
  const query = parseQuery(bytes)
  const reply = query === undefined || Buffer.isBuffer(query) ? query : await respond(query, faults, () => formatReply(query, zones, true))
  if (reply) udp.send(reply, from.port, from.address)
}

/** Returns the reply with its injected fault; undefined when the fault cuts the connection. */
async function respond<Message>(query: Query, { matchFault }: Faults, format: () => Message): Promise<Message | Buffer | undefined> {
  const fault = matchFault('query')
  if (!fault) return format()
  if (fault.latency > 0) await sleep(fault.latency)
  if (fault.cut) return undefined
  return fault.status === undefined ? format() : formatFailure(query, rcodes.serverFailure)
}

/** Replies to the queries of a connection in order. Each message has its length before it. */
function serveConnection(socket: Socket, zones: Zones, faults: Faults): void {
  let received: Buffer = Buffer.alloc(0)
  let last: Promise<void> = Promise.resolve()
  socket.setTimeout(idleTimeoutMs, () => socket.destroy())
  // A client may disconnect at any time.
  socket.on('error', () => socket.destroy())
  socket.on('data', (piece) => {
    received = Buffer.concat([received, piece])
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const end = 2 + received.readUInt16BE(0)
      const message = received.subarray(2, end)
      received = received.subarray(end)
      last = last.then(() => replyOver(socket, message, zones, faults)).catch(faults.onError)
    }
  })
}

async function replyOver(socket: Socket, bytes: Buffer, zones: Zones, faults: Faults): Promise<void> {
  const query = parseQuery(bytes)
  if (query === undefined) return void socket.destroy()
  const messages = Buffer.isBuffer(query) ? [query] : await respond(query, faults, () => listMessages(query, socket, zones))
  if (messages === undefined) return void socket.destroy()
  for (const message of [messages].flat()) {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(message.length)
    socket.write(Buffer.concat([length, message]))
  }
}

function listMessages(query: Query, socket: Socket, zones: Zones): Buffer[] {
  const { type, name } = query.question
  if (type !== 'AXFR') return [formatReply(query, zones, false)]
  const records = isLoopback(socket.remoteAddress) ? listTransfer(name, zones) : undefined
  return records ? formatTransfer(query, records) : [formatFailure(query, rcodes.refused)]
}

/** Only programs of this machine may copy a zone. */
function isLoopback(address = ''): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address)
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as { readonly port: number }).port)
    })
  })
}

function bind(socket: UdpSocket, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, host, () => {
      socket.off('error', reject)
      resolve()
    })
  })
}

async function close(tcp: Server, udp: UdpSocket, connections: ReadonlySet<Socket>): Promise<void> {
  for (const socket of connections) socket.destroy()
  await Promise.all([
    new Promise((resolve) => tcp.close(resolve)),
    new Promise<void>((resolve) => {
      udp.close(resolve)
    }),
  ])
}

/** Name server over UDP and TCP (RFC 7766) on one port. */
import { type RemoteInfo, type Socket as UdpSocket, createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
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

type Faults = Pick<ServiceContext, 'injectFault' | 'onError'>

/** Listens on a port, or on any free one if it is taken. */
export async function startNameServer(zones: Zones, host: string, port: number, faults: Faults): Promise<NameServer> {
  const connections = new Set<Socket>()
  const tcp = createServer({ allowHalfOpen: true }, (socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    // A client may disconnect at any time.
    serveConnection(socket, zones, faults).catch(() => socket.destroy())
  })
  tcp.maxConnections = maxConnections
  for (let attempt = 1; ; attempt += 1) {
    const udp = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4' })
    try {
      await once(tcp.listen(attempt === 1 ? port : 0, host), 'listening')
      const { port: boundPort } = tcp.address() as AddressInfo
      await once(udp.bind(boundPort, host), 'listening')
      tcp.on('error', faults.onError)
      udp.on('error', faults.onError)
      udp.on('message', (bytes, from) => void serveMessage(udp, bytes, from, zones, faults))
      return { port: boundPort, close: () => close(tcp, udp, connections) }
    } catch (error) {
      await close(tcp, udp, connections)
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === attempts) throw error
    }
  }
}

async function serveMessage(udp: UdpSocket, bytes: Buffer, from: RemoteInfo, zones: Zones, faults: Faults): Promise<void> {
  try {
    const query = parseQuery(bytes)
    const reply =
      query === undefined || Buffer.isBuffer(query) ? query : await respond(query, faults, () => formatReply(query, zones, true))
    if (reply) udp.send(reply, from.port, from.address)
  } catch (error) {
    // The service may stop during an injected delay.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SOCKET_DGRAM_NOT_RUNNING') faults.onError(error)
  }
}

/** Returns the reply with its injected fault; undefined when the fault cuts the connection. */
async function respond<Message>(query: Query, { injectFault }: Faults, format: () => Message): Promise<Message | Buffer | undefined> {
  const fault = await injectFault('query')
  if (fault?.cut) return undefined
  return fault?.status === undefined ? format() : formatFailure(query, rcodes.serverFailure)
}

/** Replies to the queries of a connection in order. Each message has its length before it. */
async function serveConnection(socket: Socket, zones: Zones, faults: Faults): Promise<void> {
  let received: Buffer = Buffer.alloc(0)
  socket.setTimeout(idleTimeoutMs, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received = Buffer.concat([received, chunk])
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const end = 2 + received.readUInt16BE(0)
      await replyOver(socket, received.subarray(2, end), zones, faults)
      received = received.subarray(end)
    }
  }
  socket.end()
}

async function replyOver(socket: Socket, bytes: Buffer, zones: Zones, faults: Faults): Promise<void> {
  const query = parseQuery(bytes)
  if (query === undefined) return void socket.destroy()
  const messages = Buffer.isBuffer(query) ? [query] : await respond(query, faults, () => listMessages(query, socket, zones))
  if (messages === undefined) return void socket.destroy()
  for (const message of [messages].flat()) {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(message.length)
    // A client that reads slowly gets no further replies meanwhile.
    await new Promise((resolve) => socket.write(Buffer.concat([length, message]), resolve))
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

async function close(tcp: Server, udp: UdpSocket, connections: ReadonlySet<Socket>): Promise<void> {
  for (const socket of connections) socket.destroy()
  await Promise.all([new Promise((resolve) => tcp.close(resolve)), new Promise<void>((resolve) => void udp.close(resolve))])
}

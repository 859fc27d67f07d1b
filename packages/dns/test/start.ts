/** A sandbox with the service for one test file, and functions that ask it. */
import { type RemoteInfo, createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { connect } from 'node:net'
import type { StartOptions } from '@spindrift/sandbox'
import { startService } from '@spindrift/testing/start-service'
import { type DecodedPacket, type Packet, decode as decodePacket, encode } from 'dns-packet'
import { createService } from '../src/index.ts'

/** Decoded reply; the types of the library lack `rcode`. */
export type DnsReply = DecodedPacket & { readonly rcode: string }

export function decode(bytes: Buffer): DnsReply {
  return decodePacket(bytes) as DnsReply
}

export type DnsSandbox = Awaited<ReturnType<typeof startDns>>

export async function startDns(options: StartOptions = {}) {
  const service = await startService(createService(), options)
  const address = service.environment['SPINDRIFT_DNS_SERVER'] ?? ''
  const port = Number(address.split(':')[1])
  const resolver = new Resolver({ timeout: 2000, tries: 1 })
  resolver.setServers([address])
  /** Sends bytes over UDP. @returns undefined when no reply comes within 200 ms */
  const send = (bytes: Buffer) => sendOver(port, bytes)
  return {
    ...service,
    port,
    resolver,
    send,
    /** Sends a query over UDP. */
    ask: async (name: string, type: string, packet: Packet = {}) => {
      const reply = await send(encode({ type: 'query', id: 7, questions: [{ name, type: type as 'A' }], ...packet }))
      if (!reply) throw new Error(`No reply to ${name} ${type}.`)
      return decode(reply)
    },
    /** Sends messages over one TCP connection, and collects as many replies as expected, or all until it closes. */
    stream: (messages: readonly Buffer[], expected: number) => streamTo(port, messages, expected),
  }
}

function sendOver(port: number, bytes: Buffer): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4')
    const finish = (reply?: Buffer) => {
      clearTimeout(timer)
      socket.close()
      resolve(reply)
    }
    const timer = setTimeout(finish, 200)
    socket.once('error', reject)
    socket.once('message', (reply: Buffer, _from: RemoteInfo) => finish(reply))
    socket.send(bytes, port, '127.0.0.1')
  })
}

function streamTo(port: number, messages: readonly Buffer[], expected: number): Promise<DnsReply[]> {
  return new Promise((resolve, reject) => {
    const replies: DnsReply[] = []
    let received = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.concat(messages.map(addLength))))
    socket.once('error', reject)
    socket.once('close', () => resolve(replies))
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0)
        replies.push(decode(received.subarray(2, end)))
        received = received.subarray(end)
      }
      if (replies.length >= expected) socket.destroy()
    })
  })
}

function addLength(message: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return Buffer.concat([length, message])
}

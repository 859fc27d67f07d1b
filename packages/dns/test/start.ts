/** A sandbox with the service for one test file, and functions that ask it. */
import { type RemoteInfo, createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { connect } from 'node:net'
import { startSandbox, type RunningSandbox } from '@spindrift/sandbox'
import { type DecodedPacket, type Packet, decode as decodePacket, encode } from 'dns-packet'
import { type SandboxReply, sendRequest } from '@spindrift/testing/send-request'
import { createService } from '../src/index.ts'

/** Decoded reply; the types of the library lack `rcode`. */
export type DnsReply = DecodedPacket & { readonly rcode: string }

export function decode(bytes: Buffer): DnsReply {
  return decodePacket(bytes) as DnsReply
}

type Options = NonNullable<Parameters<typeof startSandbox>[0]>

export interface DnsSandbox {
  readonly sandbox: RunningSandbox
  readonly port: number
  readonly resolver: Resolver
  readonly errors: readonly unknown[]
  /** Sends a request to the sandbox. */
  readonly request: (method: string, path: string, body?: object, token?: string) => Promise<SandboxReply>
  /** Sends a query over UDP. */
  readonly ask: (name: string, type: string, packet?: Packet) => Promise<DnsReply>
  /** Sends bytes over UDP. @returns undefined when no reply comes within 200 ms */
  readonly send: (bytes: Buffer) => Promise<Buffer | undefined>
  /** Sends messages over one TCP connection, and collects as many replies as expected, or all until it closes. */
  readonly stream: (messages: readonly Buffer[], expected: number) => Promise<DnsReply[]>
  readonly close: () => Promise<void>
}

export async function startDns(options: Options = {}): Promise<DnsSandbox> {
  const errors: unknown[] = []
  const sandbox = await startSandbox({
    port: 0,
    seed: 7,
    rateLimits: 'off',
    services: [createService()],
    onError: (error) => errors.push(error),
    ...options,
  })
  const address = sandbox.services[0]?.environment['SPINDRIFT_DNS_SERVER'] ?? ''
  const port = Number(address.split(':')[1])
  const resolver = new Resolver({ timeout: 2000, tries: 1 })
  resolver.setServers([address])
  const send = (bytes: Buffer) => sendOver(port, bytes)
  return {
    sandbox,
    port,
    resolver,
    errors,
    send,
    request: (method, path, body, token) => sendRequest(sandbox, method, path, body, token),
    ask: async (name, type, packet = {}) => {
      const reply = await send(encode({ type: 'query', id: 7, questions: [{ name, type: type as 'A' }], ...packet }))
      if (!reply) throw new Error(`No reply to ${name} ${type}.`)
      return decode(reply)
    },
    stream: (messages, expected) => streamTo(port, messages, expected),
    close: () => sandbox.close(),
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
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece])
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

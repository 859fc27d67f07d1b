/** Accepts a connection: startup packet, password, then bytes in both directions between client and server. */
import type { Socket } from 'node:net'
import { encodeError, encodeMessage, encodeStartup, parseStartup, parseText, PostgresError, MessageReader } from './wire.ts'

/** Time for a client to send its startup packet and its password. */
const maxLoginMs = 60_000
const maxPasswordBytes = 65_536

/** Codes in place of a protocol version. */
const requestCodes = { cancel: 80_877_102, tls: 80_877_103, gss: 80_877_104 }

export interface Login {
  readonly user: string
  readonly database: string
  /** IP address of the client. */
  readonly address: string
}

export interface Access {
  /** Undefined if no such user exists. */
  readonly password: string | undefined
  /** Opens a session of the server for an authenticated client. @throws PostgresError */
  readonly connect: () => Promise<Socket>
  /** Startup parameters to replace or add. */
  readonly parameters: Readonly<Record<string, string>>
  /**
   * Called before `connect` with a function that ends the connection with an error. Returns a function to call when it has ended.
   *
   * @throws PostgresError when there are too many connections
   */
  readonly onOpen: (terminate: (error: PostgresError) => void) => () => void
}

/**
 * @param authorize checks everything but the password; throws PostgresError
 * @param cancel passes a cancel request on to the server
 */
export async function acceptConnection(
  client: Socket,
  authorize: (login: Login) => Promise<Access>,
  cancel: (packet: Buffer) => void,
): Promise<void> {
  const deadline = setTimeout(() => client.destroy(), maxLoginMs).unref()
  client.on('error', () => client.destroy())
  client.setNoDelay(true).setKeepAlive(true, 60_000)
  try {
    const reader = new MessageReader(client)
    const packet = await negotiate(client, reader)
    if (packet.readInt32BE(0) === requestCodes.cancel) {
      cancel(packet)
      client.end()
      return
    }
    const startup = parseStartup(packet)
    const user = startup.get('user') ?? ''
    const address = (client.remoteAddress ?? '').replace(/^::ffff:/, '')
    const { password, connect, parameters, onOpen } = await authorize({ user, database: startup.get('database') || user, address })
    client.write(encodeMessage('R', 3)) // AuthenticationCleartextPassword
    const message = await reader.readMessage(maxPasswordBytes)
    if (message.type !== 'p') throw new PostgresError('08P01', `expected password response, got message type "${message.type}"`)
    if (password === undefined || parseText(message.body)[0] !== password)
      throw new PostgresError('28P01', `password authentication failed for user "${user}"`)
    if (client.destroyed) return
    let server: Socket | undefined
    const onClose = onOpen((error) => {
      server?.unpipe(client)
      if (client.writable) client.end(encodeError(error))
      server?.destroy()
    })
    client.once('close', onClose)
    server = await connect()
    if (!client.writable) return void server.destroy()
    server.write(encodeStartup(new Map([...startup, ...Object.entries(parameters)])))
    client.on('close', () => server?.destroy())
    server.on('close', () => client.end())
    reader.release()
    client.pipe(server).pipe(client)
  } catch (error) {
    if (error instanceof PostgresError && client.writable) client.end(encodeError(error))
    else client.destroy()
  } finally {
    clearTimeout(deadline)
  }
}

/** Reads the startup packet, refuses encryption and agrees on version 3.0. @throws PostgresError 08P01, 0A000 */
async function negotiate(client: Socket, reader: MessageReader): Promise<Buffer> {
  // A client may ask for GSS encryption, then for TLS.
  for (let requests = 0; requests < 3; requests++) {
    const packet = await reader.readStartup()
    const version = packet.readInt32BE(0)
    if (version === requestCodes.cancel) return packet
    if (version === requestCodes.tls || version === requestCodes.gss) client.write('N')
    else if (version >> 16 !== 3) throw new PostgresError('0A000', `unsupported frontend protocol ${version >> 16}.${version & 0xff_ff}`)
    else {
      const unknown = [...parseStartup(packet).keys()].filter((name) => name.startsWith('_pq_.'))
      // NegotiateProtocolVersion
      if (version !== 3 << 16 || unknown.length > 0) client.write(encodeMessage('v', 3 << 16, unknown.length, ...unknown))
      return packet
    }
  }
  throw new PostgresError('08P01', 'too many requests for encryption')
}

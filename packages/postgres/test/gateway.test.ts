import { once } from 'node:events'
import { connect as connectSocket, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { array, assert, asyncProperty, constant, constantFrom, oneof, tuple, uint8Array } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { encodeMessage, encodeStartup } from '../src/wire.ts'
import { connect, query, start, type TestSandbox } from './start.ts'

const codes = { cancel: 80_877_102, tls: 80_877_103, gss: 80_877_104 }

describe('a gateway to PGlite', () => {
  let sandbox: TestSandbox
  let uri: string
  let port: number
  let password: string
  beforeAll(async () => {
    sandbox = await start('pglite')
    const { connection } = await sandbox.createCluster()
    ;({ uri, port, password } = connection)
    await query(uri, 'CREATE TABLE n (v int)')
  })
  afterAll(() => sandbox[Symbol.asyncDispose]())

  async function open(): Promise<Socket> {
    const socket = connectSocket(port, '127.0.0.1')
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }

  /** Sends bytes and returns what the gateway replies until it closes the connection or a time has passed. */
  async function send(bytes: Uint8Array, ms = 200): Promise<string> {
    const socket = await open()
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.write(bytes)
    await Promise.race([once(socket, 'close'), delay(ms)])
    socket.destroy()
    return Buffer.concat(chunks).toString('latin1')
  }

  const login = () =>
    Buffer.concat([encodeStartup(Object.entries({ user: 'doadmin', database: 'defaultdb' })), encodeMessage('p', password)])

  it('refuses TLS and GSS encryption with N, and goes on without them', async () => {
    const requests = [encodeMessage('', codes.gss), encodeMessage('', codes.tls)]
    expect(await send(Buffer.concat([...requests, encodeStartup([['user', 'doadmin']])]))).toBe('NNR\0\0\0\u0008\0\0\0\u0003')
    expect(await send(Buffer.concat([...requests, ...requests]))).toContain('08P01')
  })

  it('agrees on version 3.0 with a client that asks for a later one', async () => {
    const startup = encodeStartup([['user', 'doadmin']])
    startup.writeInt32BE((3 << 16) + 2, 4)
    expect(await send(startup)).toMatch(/^v.*R/s)
    startup.writeInt32BE(2 << 16, 4)
    expect(await send(startup)).toContain('0A000')
  })

  it.each([
    ['a startup packet without a user', encodeStartup([['database', 'x']]), '28000'],
    ['a startup packet without an end', encodeMessage('', 3 << 16, Buffer.from('user')), '08P01'],
    ['a startup packet of 2 GB', Buffer.from([0x7f, 0xff, 0xff, 0xff]), '08P01'],
    ['a TLS handshake', Buffer.from([0x16, 3, 1, 0, 0xa5, 1, 0, 0]), '08P01'],
    ['a request of HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n'), '08P01'],
  ])('refuses %s', async (_name, bytes, code) => {
    expect(await send(bytes)).toContain(`C${code}`)
  })

  it('refuses a password message that is too long or of another type', async () => {
    const startup = encodeStartup([['user', 'doadmin']])
    expect(await send(Buffer.concat([startup, Buffer.from('p'), Buffer.from([0, 2, 0, 0])]))).toContain('C08P01')
    expect(await send(Buffer.concat([startup, encodeMessage('Q', 'SELECT 1')]))).toContain('C08P01')
  })

  it('refuses messages of an unknown type and of an invalid length', async () => {
    expect(await send(Buffer.concat([login(), encodeMessage('!', 'x')]), 2000)).toContain('invalid frontend message type 33')
    expect(await send(Buffer.concat([login(), Buffer.from('Q'), Buffer.from([0, 0, 0, 1])]), 2000)).toContain('invalid message length')
    expect(await send(Buffer.concat([login(), encodeMessage('Q', Buffer.from('SELECT 1'))]), 2000)).toContain('invalid string in message')
  })

  it('survives random bytes at every step, and clients that leave halfway', async () => {
    const parts = oneof(
      uint8Array({ maxLength: 60 }),
      constant(encodeStartup(Object.entries({ user: 'doadmin', database: 'defaultdb' }))),
      constantFrom(...Object.values(codes)).map((code) => encodeMessage('', code)),
      constant(login()),
      tuple(constantFrom(...'Q P B D E C S H F d c f X p !'.split(' ')), uint8Array({ maxLength: 40 })).map(([type, body]) =>
        encodeMessage(type, body),
      ),
    )
    await assert(
      asyncProperty(array(parts, { maxLength: 6 }), async (chunks) => {
        await send(Buffer.concat(chunks), 30)
      }),
      { numRuns: 150 },
    )
    expect(await query(uri, 'SELECT count(*)::int AS n FROM n')).toEqual([{ n: 0 }])
    expect(sandbox.errors).toEqual([])
  })

  it('lists only the database of the connection, and refuses to create another by SQL', async () => {
    expect(await query(uri, 'SELECT datname FROM pg_database')).toEqual([{ datname: 'defaultdb' }])
    await expect(query(uri, 'CREATE DATABASE other')).rejects.toMatchObject({ code: '3D000' })
  })

  it('creates an extension, and calls its library', async () => {
    await query(uri, 'CREATE EXTENSION fuzzystrmatch')
    expect(await query(uri, "SELECT levenshtein('dune', 'tune') AS n")).toEqual([{ n: 1 }])
  })

  it('keeps transactions of two connections apart', async () => {
    const [one, two] = await Promise.all([connect(uri), connect(uri)])
    await one.query('BEGIN; INSERT INTO n VALUES (1)')
    const counted = two.query('SELECT count(*)::int AS n FROM n')
    await one.query('INSERT INTO n VALUES (2)')
    await one.query('ROLLBACK')
    expect((await counted).rows).toEqual([{ n: 0 }])
  })

  it('fails when another connection stays in a transaction, and goes on when it leaves', async () => {
    const [one, two, three] = await Promise.all([connect(uri), connect(uri), connect(uri)])
    await one.query('BEGIN; INSERT INTO n VALUES (1)')
    await Promise.all(
      [two.query('SELECT 1'), three.query('SELECT $1::int', [1])].map((late) => expect(late).rejects.toMatchObject({ code: '55P03' })),
    )
    await one.end()
    expect((await two.query('SELECT count(*)::int AS n FROM n')).rows).toEqual([{ n: 0 }])
  }, 40_000)

  it('keeps settings, roles and prepared statements of two connections apart', async () => {
    const [one, two] = await Promise.all([connect(uri), connect(`${uri}&application_name=two&options=-c%20statement_timeout%3D7s`)])
    await one.query("SET search_path TO pg_catalog; SET application_name = 'one'")
    const read = 'SELECT current_setting($1) AS v'
    const first = { name: 'same', text: `${read}, 1 AS w` }
    const second = { name: 'same', text: `${read}, 2 AS w` }
    for (const _ of [1, 2]) {
      expect((await one.query(first, ['application_name'])).rows).toEqual([{ v: 'one', w: 1 }])
      expect((await two.query(second, ['application_name'])).rows).toEqual([{ v: 'two', w: 2 }])
      expect((await one.query(read, ['search_path'])).rows).toEqual([{ v: 'pg_catalog' }])
      expect((await two.query(read, ['search_path'])).rows).toEqual([{ v: '"$user", public' }])
      expect((await two.query(read, ['statement_timeout'])).rows).toEqual([{ v: '7s' }])
    }
    await two.query('DISCARD ALL')
    expect((await one.query('SELECT current_user')).rows).toEqual([{ current_user: 'doadmin' }])
    expect((await two.query('SELECT current_user')).rows).toEqual([{ current_user: 'doadmin' }])
  })

  it('goes on after COPY that fails, that is not recognized, and that the client gives up', async () => {
    const client = await connect(uri)
    await expect(client.query('SELECT 1; COPY n FROM STDIN')).rejects.toThrow('only as the first command')
    const copyFail = [
      encodeMessage('Q', 'COPY n FROM STDIN'),
      encodeMessage('f', 'no'),
      encodeMessage('Q', 'SELECT 42 AS answer'),
      encodeMessage('X'),
    ]
    expect(await send(Buffer.concat([login(), ...copyFail]), 2000)).toMatch(/COPY from stdin failed: no.*42/s)
    const missing = [
      encodeMessage('Q', 'COPY nothing FROM STDIN'),
      encodeMessage('d', Buffer.from('1\n')),
      encodeMessage('c'),
      encodeMessage('Q', 'SELECT 42'),
      encodeMessage('X'),
    ]
    expect(await send(Buffer.concat([login(), ...missing]), 2000)).toMatch(/C42P01.*42/s)
    expect((await client.query('SELECT count(*)::int AS n FROM n')).rows).toEqual([{ n: 0 }])
  })
  it('closes the connections of clients that have not logged in when it stops', async () => {
    const socket = await open()
    socket.resume()
    const closed = once(socket, 'close')
    await sandbox[Symbol.asyncDispose]()
    await closed
    expect(sandbox.errors).toEqual([])
  })
})

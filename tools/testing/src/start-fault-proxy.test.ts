import { once } from 'node:events'
import { createConnection, createServer, type AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startFaultProxy } from './start-fault-proxy.ts'

const echo = createServer((socket) => socket.on('error', () => {}).pipe(socket))
beforeAll(() => new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<unknown>((resolve) => echo.close(resolve)))

const startProxy = () => startFaultProxy((echo.address() as AddressInfo).port)

async function open(port: number): Promise<Socket> {
  const socket = createConnection({ port, host: '127.0.0.1' }).setEncoding('utf8')
  await once(socket, 'connect')
  return socket.on('error', () => {})
}
async function sendText(socket: Socket, text: string): Promise<unknown> {
  socket.write(text)
  const [reply] = (await once(socket, 'data')) as readonly unknown[]
  return reply
}

it('forwards bytes in both directions', async () => {
  await using proxy = await startProxy()
  const socket = await open(proxy.port)
  expect(await sendText(socket, 'select 1')).toBe('select 1')
})

it('delays data and keeps its order', async () => {
  await using proxy = await startProxy()
  const socket = await open(proxy.port)
  proxy.setDelay(40)
  const before = performance.now()
  expect(await sendText(socket, 'one')).toBe('one')
  expect(performance.now() - before).toBeGreaterThan(75)
  socket.write('two')
  proxy.setDelay(0)
  let text = ''
  socket.on('data', (chunk: string) => (text += chunk))
  socket.write('three')
  await expect.poll(() => text).toBe('twothree')
})

it('drops data, and resets the connections with lost data afterwards', async () => {
  await using proxy = await startProxy()
  const socket = await open(proxy.port)
  proxy.setDropping(true)
  let text = ''
  socket.on('data', (chunk: string) => (text += chunk))
  socket.write('lost')
  await sleep(50)
  expect(text).toBe('')
  const failed = once(socket, 'error')
  proxy.setDropping(false)
  expect(await failed).toEqual([expect.objectContaining({ code: 'ECONNRESET' })])
  expect(await sendText(await open(proxy.port), 'again')).toBe('again')
})

it('resets connections when it cuts them', async () => {
  await using proxy = await startProxy()
  const socket = await open(proxy.port)
  await sendText(socket, 'there')
  const failed = once(socket, 'error')
  proxy.resetConnections()
  expect(await failed).toEqual([expect.objectContaining({ code: 'ECONNRESET' })])
})

it('closes all sockets when it cuts a connection that is just ending', async () => {
  const countOpen = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  await expect.poll(countOpen).toBe(0)
  {
    await using proxy = await startProxy()
    const socket = await open(proxy.port)
    await sendText(socket, 'there')
    socket.end()
    // Cuts the connection while the first socket of the proxy has ended but not finished.
    const end = vi.spyOn(Socket.prototype, 'end').mockImplementationOnce(function (this: Socket) {
      end.mockRestore()
      this.end()
      proxy.resetConnections()
      return this
    })
    await expect.poll(() => socket.destroyed).toBe(true)
  }
  await expect.poll(countOpen).toBe(0)
})

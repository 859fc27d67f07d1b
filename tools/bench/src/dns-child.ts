/** Server of the benchmark `dns` in a process of its own: the name server, or a socket that returns each message. Sends its port. */
import { createSocket } from 'node:dgram'
import { startSandbox } from '@spindrift/sandbox'

if (process.argv[2] === 'echo') {
  const socket = createSocket('udp4')
  socket.on('message', (bytes, from) => socket.send(bytes, from.port, from.address))
  socket.bind(0, '127.0.0.1', () => process.send?.(socket.address().port))
} else {
  const { createService } = await import('@spindrift/dns')
  const sandbox = await startSandbox({ port: 0, services: [createService()] })
  const headers = { authorization: `Bearer ${sandbox.credentials().tokens.full}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'shop.example', ip_address: '203.0.113.25' })
  await fetch(`${sandbox.url}/v2/domains`, { method: 'POST', headers, body })
  process.send?.(Number(sandbox.services[0]?.environment['SPINDRIFT_DNS_SERVER']?.split(':')[1]))
}

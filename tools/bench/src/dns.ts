/** Queries a second of the name server, beside a UDP socket that returns each message. */
import { type ChildProcess, fork } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { createRow } from './row.ts'

const seconds = 2
const inFlight = 64

export const dns: Bench = {
  name: 'dns',
  about: 'queries a second of the name server behind the sandbox, beside a UDP echo',
  runs: 3,
  async measure({ runs, progress }) {
    const servers = { echo: startChild('echo'), dns: startChild('dns') }
    try {
      const [[echoPort], [dnsPort]] = await Promise.all([once(servers.echo, 'message'), once(servers.dns, 'message')])
      const samples = await measure({ echo: () => load(Number(echoPort)), dns: () => load(Number(dnsPort)) }, { runs, progress })
      const [echo, name] = [median(samples.echo), median(samples.dns)]
      return [
        createRow({ subject: 'UDP echo', value: echo, unit: '/s' }),
        createRow({ subject: 'name server, one A record', value: name, unit: '/s', against: echo, atLeast: 10_000 }),
      ]
    } finally {
      for (const child of Object.values(servers)) child.kill()
    }
  },
}

function startChild(mode: string): ChildProcess {
  return fork(fileURLToPath(new URL('dns-child.ts', import.meta.url)), [mode])
}

/** Keeps messages in flight. @returns replies a second */
async function load(port: number): Promise<number> {
  const socket = createSocket('udp4')
  const query = formatQuery('shop.example')
  let replies = 0
  let isRunning = true
  const send = () => socket.send(query, port, '127.0.0.1')
  socket.on('message', (reply) => {
    // A name server sets the answer count; the echo returns the query.
    if (reply.length < query.length) throw new Error('The reply is shorter than the query.')
    replies += 1
    if (isRunning) send()
  })
  const started = performance.now()
  for (let n = 0; n < inFlight; n += 1) send()
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const rate = replies / ((performance.now() - started) / 1000)
  isRunning = false
  socket.close()
  return rate
}

/** Message that asks for the A records of a name. */
function formatQuery(name: string): Buffer {
  const labels = name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)])
  return Buffer.concat([Buffer.from([0, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]), ...labels, Buffer.from([0, 0, 1, 0, 1])])
}

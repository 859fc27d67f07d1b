/** A server in a process of its own that only says yes. What it takes to be answered by it is the machine, and not the sandbox. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openConnections } from '../open-connections.ts'

export interface PlainServer {
  /** Asks once; the milliseconds until the answer was there. */
  readonly take: () => Promise<number>
  readonly close: () => void
}

const program = `
const server = require('node:http').createServer((request, response) => response.end('yes'))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

export async function openPlainServer(): Promise<PlainServer> {
  const child = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const { ask, close } = openConnections(`http://127.0.0.1:${String(port).trim()}`, '', 8)
  return {
    take: async () => {
      const started = performance.now()
      await ask({ method: 'GET', path: '/' })
      return performance.now() - started
    },
    close: () => {
      close()
      process.off('exit', abandon)
      abandon()
    },
  }
}

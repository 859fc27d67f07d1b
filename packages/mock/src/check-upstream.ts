import { connect } from 'node:net'

const patience = 3000

/** Whether anything takes connections there; nothing is sent. @throws Error that says what stands in the way */
export async function checkUpstream({ protocol, hostname, port, origin }: URL): Promise<void> {
  const number = Number(port) || (protocol === 'https:' ? 443 : 80)
  const socket = connect({ host: hostname.replaceAll(/[[\]]/g, ''), port: number, timeout: patience })
  await new Promise<void>((resolve, reject) => {
    const refuse = (why: string, cause?: unknown) =>
      reject(new Error(`Nothing answers at ${origin} (${why}). Start it first, or give another address.`, { cause }))
    socket
      .once('connect', resolve)
      .once('timeout', () => refuse(`not within ${patience / 1000} s`))
      .once('error', (error: NodeJS.ErrnoException) => refuse(error.code ?? error.message, error))
  }).finally(() => socket.destroy())
}

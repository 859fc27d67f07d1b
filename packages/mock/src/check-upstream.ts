import { connect } from 'node:net'
import { getSystemErrorMessage } from 'node:util'

const timeoutMs = 3000

/** Checks that the server accepts connections; sends nothing. @throws Error with the reason if it does not */
export async function checkUpstream({ protocol, hostname, port, origin }: URL): Promise<void> {
  const number = Number(port) || (protocol === 'https:' ? 443 : 80)
  const socket = connect({ host: hostname.replaceAll(/[[\]]/g, ''), port: number, timeout: timeoutMs })
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string, cause?: unknown) =>
      reject(new Error(`Cannot connect to ${origin} (${reason}). Start the server first, or use another URL.`, { cause }))
    socket
      .once('connect', resolve)
      .once('timeout', () => fail(`no connection within ${timeoutMs / 1000} s`))
      .once('error', (error: NodeJS.ErrnoException) =>
        fail(error.errno === undefined ? error.message : getSystemErrorMessage(error.errno), error),
      )
  }).finally(() => socket.destroy())
}

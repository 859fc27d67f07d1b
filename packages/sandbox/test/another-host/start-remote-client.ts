import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RequestFields, RemoteReply } from './remote-program.ts'
import type { Host } from './hosts.ts'

const program = fileURLToPath(new URL('remote-program.ts', import.meta.url))

/** Starts the program on the other host and returns its methods. */
export async function startRemoteClient(host: Host) {
  const child = host.start(process.execPath, [program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  })
  await once(child, 'message')
  const waiting = new Map<number, (reply: RemoteReply) => void>()
  child.on('message', ({ id, reply }: { readonly id: number; readonly reply: RemoteReply }) => {
    waiting.get(id)?.(reply)
    waiting.delete(id)
  })
  let last = 0
  const send = (task: object) =>
    new Promise<RemoteReply>((resolve) => {
      last += 1
      waiting.set(last, resolve)
      child.send({ id: last, task })
    })
  return {
    request: (url: string, fields: Omit<RequestFields, 'url'> = {}) => send({ request: { url, ...fields } }),
    serve: (address: string, port: number, html: string) => send({ serve: { host: address, port, html } }),
    stopServing: () => send({ stop: true }),
    [Symbol.asyncDispose]: async () => {
      if (child.kill()) await once(child, 'exit')
    },
  }
}

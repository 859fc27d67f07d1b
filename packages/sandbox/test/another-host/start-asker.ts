import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RequestFields, Got } from './asker.ts'
import type { Host } from './hosts.ts'

const program = fileURLToPath(new URL('asker.ts', import.meta.url))

/** Lets the other host ask. */
export async function startAsker(host: Host) {
  const child = host.start(process.execPath, [program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  })
  await once(child, 'message')
  const waiting = new Map<number, (got: Got) => void>()
  child.on('message', ({ id, got }: { readonly id: number; readonly got: Got }) => {
    waiting.get(id)?.(got)
    waiting.delete(id)
  })
  let last = 0
  const tell = (task: object) =>
    new Promise<Got>((resolve) => {
      last += 1
      waiting.set(last, resolve)
      child.send({ id: last, task })
    })
  return {
    ask: (url: string, asked: Omit<RequestFields, 'url'> = {}) => tell({ ask: { url, ...asked } }),
    serve: (address: string, port: number, html: string) => tell({ serve: { host: address, port, html } }),
    stopServing: () => tell({ stop: true }),
    [Symbol.asyncDispose]: async () => {
      if (child.kill()) await once(child, 'exit')
    },
  }
}

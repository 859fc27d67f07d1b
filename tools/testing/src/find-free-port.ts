import { createServer, type AddressInfo } from 'node:net'

/** Returns a free port of 127.0.0.1, for programs that cannot choose one themselves. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

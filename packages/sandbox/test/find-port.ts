import { createServer, type AddressInfo } from 'node:net'

/** One that is free at this moment, for a program that must be told its port. */
export async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

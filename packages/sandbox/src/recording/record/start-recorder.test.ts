import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startRecorder } from './start-recorder.ts'

async function start() {
  let count = 0
  const target = createServer((_request, response) => {
    count += 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://127.0.0.1:${(target.address() as AddressInfo).port}`)
  const exchanges: unknown[] = []
  const recorder = await startRecorder({ target: url, port: 0, onExchange: (each) => exchanges.push(each), onError: () => {} })
  onTestFinished(async () => {
    await recorder.close()
    target.close()
  })
  const send = (headers: Readonly<Record<string, string>>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${recorder.url}/v2/account`, { headers }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
  return { send, count: () => count }
}

it.each([{ host: 'rebound.example' }, { origin: 'https://other.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
  'rejects %j and does not forward it',
  async (headers) => {
    const { send, count } = await start()
    expect([await send(headers as Record<string, string>), count()]).toEqual([403, 0])
  },
)

it.each([{}, { host: 'localhost:4030' }, { origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' }])(
  'forwards %j',
  async (headers) => {
    const { send, count } = await start()
    expect([await send(headers as Record<string, string>), count()]).toEqual([200, 1])
  },
)

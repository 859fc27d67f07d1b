/** Sandbox for inference tests: sends requests with the model access key and parses event streams. */
import { it as base } from '../it.ts'
import { type Json, createTestSandbox } from '../create-test-sandbox.ts'
import type { BodyAt, Known } from '../operation-at.ts'

export const textModel = 'llama3.3-70b-instruct'
export const thinkingModel = 'deepseek-r1-distill-llama-70b'

export interface ReadEvent {
  readonly name: string | undefined
  readonly data: Json
}

export function createInferenceSandbox(options: Parameters<typeof createTestSandbox>[0] = {}) {
  const sandbox = createTestSandbox(options)
  const { inference_key: token } = sandbox.credentials()
  const fetchStream = (path: string, body: unknown) =>
    sandbox.fetch(`http://127.0.0.1:4020${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    ...sandbox,
    token,
    post: <const Path extends string>(path: Known<'post', Path>, body?: BodyAt<'post', Path>) => sandbox.post<Path>(path, body, { token }),
    get: <const Path extends string>(path: Known<'get', Path>) => sandbox.get<Path>(path, { token }),
    fetchStream,
    /** Returns all events without the closing `[DONE]`, which must be there. */
    stream: async (path: string, body: unknown): Promise<ReadEvent[]> => {
      const response = await fetchStream(path, body)
      if (response.headers.get('content-type') !== 'text/event-stream') throw new Error(await response.text())
      const blocks = (await response.text()).split('\n\n')
      if (blocks.pop() !== '' || blocks.pop() !== 'data: [DONE]') throw new Error('The stream does not end with [DONE].')
      return blocks.map(readEvent)
    },
  }
}

function readEvent(block: string): ReadEvent {
  const lines = block.split('\n')
  const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length) ?? ''
  return { name: lines.find((line) => line.startsWith('event: '))?.slice('event: '.length), data: JSON.parse(data) as unknown }
}

export const findStock = {
  name: 'find_stock',
  description: 'How many copies of a title are in stock.',
  parameters: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
} as const

export const createMessages = (content: string) => [{ role: 'user', content }] as const

/** The clock is frozen, so that replies to equal requests are equal. */
export const it = base.extend('inference', async () => {
  const sandbox = createInferenceSandbox()
  await sandbox.ask('POST', '/_sandbox/clock', { frozen: true })
  return sandbox
})

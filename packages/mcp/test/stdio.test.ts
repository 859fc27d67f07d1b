/** Standard input and output in this process, so that a test says when each byte comes. */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { PlatformError } from '../src/platform/platform.ts'
import { createServerFactory } from '../src/server/create-server.ts'
import { serveStdio } from '../src/server/serve-stdio.ts'
import { type Answering, cluster, makePlatform } from './open.ts'

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly result?: Record<string, unknown>
  readonly error?: object
}

interface Given {
  readonly answering?: Answering
  readonly capabilities?: object
  /** Answers of the platform come when this does. */
  readonly until?: Promise<unknown>
}

/** The first call loads the validators, which takes a busy machine more than a second. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })
const ended = (onEnd: ReturnType<typeof vi.fn<() => void>>) => waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1))
const settle = () => sleep(30)

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const empty: Answering = () => ({ status: 200, body: { databases: [], meta: { total: 0 } } })
const write = (method: string, params: object = {}, id?: number | string) =>
  `${JSON.stringify({ jsonrpc: '2.0', ...(id !== undefined && { id }), method, params })}\n`
const call = (id: number | string, name = 'db-cluster-list', values: object = {}) => write('tools/call', { name, arguments: values }, id)

async function start({ answering = empty, capabilities = {}, until }: Given = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as never)
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(output as never)
  const { platform, sent } = makePlatform(answering)
  const send: typeof platform.send = async (request, options) => {
    const answer = await platform.send(request, options)
    const gone = new Promise<never>((_, reject) =>
      options?.signal?.addEventListener('abort', () => reject(new PlatformError('Given up.', false))),
    )
    await Promise.race([until, gone])
    return answer
  }
  const permissions = { allowWrites: true, allowDestructive: true, dryRun: false, forwardsTokens: false }
  const factory = await createServerFactory({ platform: { ...platform, send }, ...permissions, toolset: 'databases', now: () => 0 })
  const [reports, onEnd] = [[] as string[], vi.fn<() => void>()]
  serveStdio(factory, (problem) => void reports.push(problem), onEnd)
  ends.push(() => {
    input.destroy()
    return ended(onEnd)
  })
  const chunks: string[] = []
  output.setEncoding('utf8').on('data', (chunk: string) => void chunks.push(chunk))
  const messages = () =>
    chunks
      .join('')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Message)
  const answered = (...ids: readonly (number | string)[]) =>
    waitFor(() =>
      expect(messages().flatMap(({ id, method }) => (method === undefined ? [id] : []))).toEqual(expect.arrayContaining([...ids])),
    )
  const initialize = write('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 't', version: '1' } }, 'open')
  const open = async () => {
    input.write(initialize)
    await answered('open')
    input.write(write('notifications/initialized'))
  }
  return { input, output, sent, reports, onEnd, chunks, messages, answered, initialize, open }
}

it('a message is read however it is cut, in the middle of a character too', async () => {
  const { input, answered, messages, open, reports } = await start()
  await open()
  for (const byte of Buffer.from(call(1, 'db-cluster-list', { größe: '🙂' }))) {
    input.write(Buffer.from([byte]))
    await sleep(0)
  }
  await answered(1)
  expect(JSON.stringify(messages().at(-1))).toContain('größe: is not known here')
  const [two, three] = [call(2), call(3)]
  input.write(two + three.slice(0, 20))
  await answered(2)
  input.write(three.slice(20))
  await answered(3)
  expect(reports).toEqual([])
})

it('answers that are ready at the same time are written at once', async () => {
  const { input, answered, chunks, open } = await start()
  await open()
  const before = chunks.length
  input.write([1, 2, 3].map((id) => call(id)).join(''))
  await answered(1, 2, 3)
  expect(chunks.length - before).toBe(1)
})

it('empty lines are nothing, and what is no message is skipped and said', async () => {
  const { input, answered, open, messages, reports, onEnd } = await start()
  await open()
  input.write(`\n\r\n\n{"a"\n[]\n"text"\n${call(1)}`)
  await answered(1)
  expect(reports).toEqual(Array.from({ length: 3 }, () => 'A line that is no JSON-RPC message was skipped.'))
  expect(messages()).toHaveLength(2)
  expect(onEnd).not.toHaveBeenCalled()
})

it('a line may have 4 MiB and not a byte more, and lines before it do not count', async () => {
  const { input, answered, open, reports, onEnd, messages } = await start()
  await open()
  const largest = 4 * 1024 * 1024
  const line = (length: number) => ' '.repeat(length)
  input.write(call(1))
  await answered(1)
  input.write(line(largest / 2))
  await settle()
  input.write(`${line(largest / 2 - 1)}\n`)
  await settle()
  input.write(call(2))
  await answered(2)
  const skipped = 'A line that is no JSON-RPC message was skipped.'
  expect([reports, onEnd.mock.calls.length]).toEqual([[skipped], 0])
  input.write(`x\n${line(largest)}`)
  await ended(onEnd)
  input.write(`\n${call(3)}`)
  await settle()
  expect(reports).toEqual([skipped, `A message has at most ${largest} bytes.`])
  expect(messages()).toHaveLength(3)
})

it('a client that says with each call who it is is told when it does not', async () => {
  const { input, answered, messages, sent } = await start()
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  input.write(write('tools/call', { _meta: envelope, name: 'db-cluster-list', arguments: {} }, 1))
  await answered(1)
  input.write(call(2))
  await answered(2)
  expect(messages().map(({ error }) => error !== undefined)).toEqual([false, true])
  expect(sent).toHaveLength(1)
})

it('who has not said what it can is not asked', async () => {
  const { input, answered, messages, sent } = await start({ answering: () => ({ status: 204 }) })
  input.write(call(1, 'db-cluster-delete', { id: cluster }))
  await answered(1)
  expect(messages()).toMatchObject([{ result: { structuredContent: {} } }])
  expect(sent).toHaveLength(1)
})

it('a read that fails by our own fault is answered by the SDK', async () => {
  const { input, answered, open, messages } = await start({
    answering: () => {
      throw new TypeError('x is not a function')
    },
  })
  await open()
  input.write(call(1))
  await answered(1)
  expect(JSON.stringify(messages().at(-1))).toContain('x is not a function')
})

it('the end of input waits for what is in flight, and for a last line that has no end', async () => {
  let go = () => {}
  const until = new Promise<void>((resolve) => (go = resolve))
  const { input, messages, open, onEnd, answered } = await start({ until })
  await open()
  input.write(call(1))
  input.end(call(2, 'db-cluster-create-user', { id: cluster, name: 'a' }).trim())
  await settle()
  expect(onEnd).not.toHaveBeenCalled()
  go()
  await answered(1, 2)
  await ended(onEnd)
  expect(messages()).toHaveLength(3)
  await settle()
  expect(onEnd).toHaveBeenCalledTimes(1)
})

it('the end of input waits for no more than two minutes', async () => {
  const { input, open, onEnd, sent } = await start({ until: new Promise(() => {}) })
  await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  input.write(call(1))
  input.end()
  await once(input, 'end')
  await vi.advanceTimersByTimeAsync(119_000)
  expect([onEnd.mock.calls.length, sent[0]?.options?.signal?.aborted]).toEqual([0, false])
  await vi.advanceTimersByTimeAsync(2000)
  expect([onEnd.mock.calls.length, sent[0]?.options?.signal?.aborted]).toEqual([1, true])
})

it('what is cancelled is not answered and not waited for', async () => {
  const { input, open, onEnd, messages, sent } = await start({ until: new Promise(() => {}) })
  await open()
  input.write(call(1) + call(2, 'db-cluster-create-user', { id: cluster, name: 'a' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  input.end(write('notifications/cancelled', { requestId: 1 }) + write('notifications/cancelled', { requestId: 2 }))
  await waitFor(() => expect(sent.map(({ options }) => options?.signal?.aborted)).toEqual([true, true]))
  await ended(onEnd)
  expect(messages()).toHaveLength(1)
})

it('a call that waits for a person ends with the input', async () => {
  const { input, open, onEnd, messages, sent } = await start({ capabilities: { elicitation: {} } })
  await open()
  input.write(call(1, 'db-cluster-delete', { id: cluster }))
  await waitFor(() => expect(messages().at(-1)).toMatchObject({ method: 'elicitation/create' }))
  expect(onEnd).not.toHaveBeenCalled()
  input.end()
  await ended(onEnd)
  expect(sent).toEqual([])
})

it('a call that a person has answered is waited for', async () => {
  let go = () => {}
  const until = new Promise<void>((resolve) => (go = resolve))
  const { input, open, onEnd, messages, answered, sent } = await start({
    capabilities: { elicitation: {} },
    answering: () => ({ status: 204 }),
    until,
  })
  await open()
  input.write(call(1, 'db-cluster-delete', { id: cluster }))
  await waitFor(() => expect(messages().at(-1)).toMatchObject({ method: 'elicitation/create' }))
  const result = { action: 'accept', content: { confirm: true } }
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: messages().at(-1)?.id, result })}\n`)
  await waitFor(() => expect(sent).toHaveLength(1))
  input.end()
  await settle()
  expect(onEnd).not.toHaveBeenCalled()
  go()
  await answered(1)
  await ended(onEnd)
})

it('a client that reads no more is gone', async () => {
  const { input, output, open, onEnd, reports } = await start()
  await open()
  output.destroy(new Error('write EPIPE'))
  await ended(onEnd)
  expect(reports).toEqual(['write EPIPE'])
  expect([input.isPaused(), input.listenerCount('data')]).toEqual([true, 0])
})

it('what goes wrong with the input is said', async () => {
  const { input, open, reports, onEnd } = await start()
  await open()
  input.destroy(new Error('read EIO'))
  await ended(onEnd)
  expect(reports).toEqual(['read EIO'])
})

/**
 * Sends a validated request to a server with the OpenAI protocol and returns its reply. Only the body is sent: neither the token of the
 * caller nor another header leaves the sandbox.
 */
import { describeSystemError } from '../describe-system-error.ts'
import { Failure } from '../engine/failure.ts'
import type { Reply } from '../engine/request.ts'
import { isRecord, type Value } from '../engine/values.ts'
import { eventStream, formatEvent } from './format-events.ts'
import type { KeyedServer } from './model-servers.ts'
import { parseEvents } from './parse-events.ts'

/** Paths that can be forwarded, and the list that every whole reply has. */
const lists = { '/chat/completions': 'choices', '/embeddings': 'data', '/responses': 'output' } as const

export interface ForwardedRequest {
  readonly server: KeyedServer
  readonly path: keyof typeof lists
  readonly body: Value
  /** Called with the `usage` of the reply, if the server reports it. */
  readonly onUsage?: ((usage: Value) => void) | undefined
}

/** Time without data from the server. Local models take long to load. */
const defaultIdleMs = 300_000
const maxReplyLength = 64 * 1024 * 1024
const maxMessageLength = 500

/** @param signal aborted when the client disconnects @throws Failure 422, 429, 502 or 504 */
export async function forward(request: ForwardedRequest, signal: AbortSignal, idleMs = defaultIdleMs): Promise<Reply> {
  const { url, key } = request.server
  const name = `The model server ${new URL(url).origin}`
  const isStream = request.body['stream'] === true
  const timer = startIdleTimer(signal, idleMs)
  try {
    const response = await fetch(`${url}${request.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(createBody(request)),
      redirect: 'manual',
      signal: timer.signal,
    })
    const texts = readTexts(response, timer)
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok) throw describeRefusal(name, response, await joinTexts(texts))
    if (isStream && type.startsWith(eventStream))
      return { body: streamReply(texts, request, timer), type: eventStream, headers: { 'cache-control': 'no-cache' } }
    const body = isStream ? undefined : formatWhole(await joinTexts(texts), request)
    if (body === undefined) throw new Failure(502, `${name} did not reply with ${isStream ? 'a stream' : 'the JSON of this operation'}.`)
    timer.stop()
    return { body }
  } catch (error) {
    timer.stop()
    if (error instanceof Failure) throw error
    if (signal.aborted) throw new Failure(499, 'The client disconnected.')
    if (timer.isLate()) throw new Failure(504, `${name} sent no data for ${idleMs / 1000} seconds.`)
    const { cause = error } = error as Error
    throw new Failure(502, `${name} cannot be used (${describeSystemError(cause as NodeJS.ErrnoException)}).`)
  }
}

function createBody({ server, body, onUsage }: ForwardedRequest): Value {
  const usage = body['stream'] === true && onUsage ? { stream_options: { include_usage: true } } : {}
  return { ...body, model: server.model ?? body['model'], ...usage }
}

type IdleTimer = ReturnType<typeof startIdleTimer>

/** Aborts when the client disconnects, or after a time without a restart. */
function startIdleTimer(client: AbortSignal, idleMs: number) {
  const controller = new AbortController()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    controller.abort()
  }, idleMs)
  const stop = () => {
    clearTimeout(timer)
    client.removeEventListener('abort', stop)
    controller.abort()
  }
  client.addEventListener('abort', stop)
  if (client.aborted) stop()
  return { signal: controller.signal, stop, restart: () => void timer.refresh(), isLate: () => isLate }
}

async function* readTexts(response: Response, timer: IdleTimer): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    timer.restart()
    yield decoder.decode(bytes, { stream: true })
  }
}

async function joinTexts(texts: AsyncIterable<string>): Promise<string> {
  let joined = ''
  for await (const text of texts) {
    joined += text
    if (joined.length > maxReplyLength) throw new Error('its reply is too large')
  }
  return joined
}

/** Maps an error of the server: it may refuse the request or be busy; anything else is not the fault of the client. */
function describeRefusal(name: string, { status, headers }: Response, text: string): Failure {
  const message = `${name} replied ${status}: ${findMessage(text)}`
  if (status === 400 || status === 413 || status === 422) return new Failure(422, message)
  const retryAfter = headers.get('retry-after')
  if (status === 429) return new Failure(429, message, retryAfter !== null && /^\d+$/.test(retryAfter) ? { 'retry-after': retryAfter } : {})
  return new Failure(502, message)
}

function findMessage(text: string): string {
  const body = parseRecord(text)
  const error = body?.['error'] ?? body
  const message = isRecord(error) ? (error['message'] ?? text) : (error ?? text)
  return String(message)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, maxMessageLength)
}

function parseRecord(text: string): Value | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns undefined for a body that is not a reply of the operation. */
function formatWhole(text: string, { path, body, onUsage }: ForwardedRequest): string | undefined {
  const reply = parseRecord(text)
  if (!Array.isArray(reply?.[lists[path]])) return undefined
  if (isRecord(reply['usage'])) onUsage?.(reply['usage'])
  return JSON.stringify({ ...reply, model: body['model'] })
}

/** Passes the events on. It throws, which cuts the connection of the client, when the body of the server breaks or an event is not JSON. */
async function* streamReply(texts: AsyncIterable<string>, { body, onUsage }: ForwardedRequest, timer: IdleTimer): AsyncGenerator<string> {
  const { stream_options: options } = body
  const wantsUsage = isRecord(options) && options['include_usage'] === true
  try {
    for await (const { name, data } of parseEvents(texts)) {
      if (data === '[DONE]') return yield 'data: [DONE]\n\n'
      const event = parseRecord(data)
      if (!event) throw new Error('The model server sent an event that is not a JSON object.')
      const { usage, choices } = event
      if (isRecord(usage)) onUsage?.(usage)
      const isUsageOnly = Array.isArray(choices) && choices.length === 0
      if (!isUsageOnly || !onUsage || wantsUsage)
        yield formatEvent({ ...(name !== undefined && { name }), data: renameModel(event, body['model']) })
    }
  } finally {
    timer.stop()
  }
}

/** Replaces the name of the model on the server by the requested one, in a chunk or in an event of a response. */
function renameModel(event: Value, model: unknown): Value {
  const { response } = event
  return {
    ...event,
    ...('model' in event && { model }),
    ...(isRecord(response) && 'model' in response && { response: { ...response, model } }),
  }
}

/** `/_sandbox`: the sandbox itself, never part of the platform. Only for programs of this machine, and for no page of another site. */
import type { Reply } from '../engine/call.ts'
import { Failure } from '../engine/failure.ts'
import { isRecord, type Value } from '../engine/values.ts'
import type { Parts } from '../parts.ts'
import type { Exchange } from '../server/exchange.ts'
import { runDue } from '../clock/run-due.ts'

type Answer = (body: Value, parts: Parts, origin: string) => unknown

const answers: Readonly<Record<string, Answer>> = {
  'GET /_sandbox/info': (_body, { credentials, clock, options }, origin) => ({
    ...credentials(),
    base_url: origin,
    base_urls: { control: origin, oauth: `${origin}/v1/oauth`, inference: origin, agent: origin, tools: `${origin}/tools` },
    rate_limits: options.rateLimits ?? 'on',
    state: options.state ?? null,
    clock: readClock(clock),
  }),
  'POST /_sandbox/reset': (_body, { reset }) => {
    reset()
    return {}
  },
  'GET /_sandbox/clock': (_body, { clock }) => readClock(clock),
  'POST /_sandbox/clock': setClock,
  'GET /_sandbox/requests': (_body, { requests }) => ({ requests: requests.list() }),
  'DELETE /_sandbox/requests': (_body, { requests }) => {
    requests.clear()
    return {}
  },
  'GET /_sandbox/faults': (_body, { faults }) => ({ faults: faults.list() }),
  'POST /_sandbox/faults': (body, { faults }) => {
    const { operation = '*', status, times } = body
    if (typeof operation !== 'string') throw new Failure(422, 'operation: must be an operationId or *')
    if (typeof status !== 'number' || !Number.isInteger(status) || status < 400 || status > 599)
      throw new Failure(422, 'status: must be from 400 to 599')
    if (times !== undefined && (typeof times !== 'number' || !Number.isInteger(times) || times < 1))
      throw new Failure(422, 'times: must be a whole number from 1')
    faults.add({ operation, status, ...(times !== undefined && { times }) })
    return { faults: faults.list() }
  },
  'DELETE /_sandbox/faults': (_body, { faults }) => {
    faults.clear()
    return {}
  },
  'GET /_sandbox/snapshots': (_body, { snapshots }) => ({ snapshots: snapshots.list() }),
  'POST /_sandbox/snapshots': (body, { snapshots }) => {
    snapshots.save(readName(body))
    return { snapshots: snapshots.list() }
  },
  'POST /_sandbox/snapshots/restore': (body, { snapshots, reload }) => {
    snapshots.restore(readName(body))
    reload()
    return {}
  },
}

export function answerControl(exchange: Exchange, parts: Parts): Reply | undefined {
  const { path, method, request } = exchange
  if (path !== '/_sandbox' && !path.startsWith('/_sandbox/')) return undefined
  const { host = '', origin } = request.headers
  // A page of another site can make a browser on this machine send requests here, under a name of its own that leads here.
  if (!isLoopback(`http://${host}`) || (origin !== undefined && !isLoopback(origin)))
    throw new Failure(403, 'The sandbox is controlled from this machine only.')
  if (request.refused !== undefined) throw new Failure(request.refused)
  const answer = answers[`${method} ${path}`]
  if (answer) return { status: 200, body: JSON.stringify(answer(readJson(request.body), parts, `http://${host}`)) }
  const allowed = Object.keys(answers).flatMap((key) => (key.endsWith(` ${path}`) ? [key.slice(0, key.indexOf(' '))] : []))
  if (allowed.length > 0) throw new Failure(405, `${method} is not allowed here.`, { allow: allowed.join(', ') })
  throw new Failure(404)
}

function isLoopback(address: string): boolean {
  const name = URL.parse(address)?.hostname
  return name === '127.0.0.1' || name === 'localhost' || name === '[::1]'
}

function readJson(body: Uint8Array | undefined): Value {
  if (body === undefined || body.length === 0) return {}
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body))
    if (isRecord(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Failure(400, 'The body is not a JSON object.')
}

function readClock(clock: Parts['clock']): Value {
  return { now: new Date(clock.now()).toISOString(), frozen: clock.isFrozen() }
}

function setClock({ advance_seconds: seconds, now, frozen }: Value, parts: Parts): Value {
  const { clock, world, dueHandlers } = parts
  if (seconds !== undefined && (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0))
    throw new Failure(422, 'advance_seconds: must be a number from 0')
  if (frozen !== undefined && typeof frozen !== 'boolean') throw new Failure(422, 'frozen: must be true or false')
  const moment = typeof now === 'string' ? Date.parse(now) : Number.NaN
  if (now !== undefined && Number.isNaN(moment)) throw new Failure(422, 'now: must be a time like 2026-03-02T09:00:00Z')
  if (frozen !== undefined) clock.freeze(frozen)
  if (now !== undefined) clock.set(moment)
  if (typeof seconds === 'number') clock.advance(seconds * 1000)
  runDue(world, dueHandlers)
  return readClock(clock)
}

function readName({ name }: Value): string {
  if (typeof name !== 'string' || name === '' || name.length > 100) throw new Failure(422, 'name: must be a text of 1 to 100 characters')
  return name
}

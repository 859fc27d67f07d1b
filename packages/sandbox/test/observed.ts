/** Tests of rows of spec/observed.tsv: each sends the request of its row and expects the observed status, error and message. */
import { expect, it } from 'vitest'
import type { SandboxOptions } from '../src/options.ts'
import { type Answer, type RequestFields, type Json, createTestSandbox, webServer } from './create-test-sandbox.ts'
import { createMessagePattern, loadObservedRows, type ObservedRow } from '@spindrift/testing/observed-rows'

export type ObservedSandbox = ReturnType<typeof openObserved>

/** Sends the request of a row, asserts the fact of the row, and returns the reply that has its status, error and message. */
export type ObservedCase = (sandbox: ObservedSandbox) => Promise<Answer>

const rows = new Map(loadObservedRows().map((row) => [row.id, row]))

/** @param cases by the ids of rows */
export function testObserved(cases: Readonly<Record<string, ObservedCase>>): void {
  const tests = Object.entries(cases).map(([id, send]) => {
    const row = rows.get(id)
    if (!row || row.exception !== '') throw new Error(`spec/observed.tsv has no row ${id} without an exception. Remove the case.`)
    return { ...row, send }
  })
  it.for(tests)('observed $id: $method $path, $condition', async ({ send, ...row }) => {
    const { assertionCalls } = expect.getState()
    const response = await send(openObserved())
    const isFact = row.fact !== '' || (row.status === '' && row.error === '' && row.message === '')
    expect(expect.getState().assertionCalls - assertionCalls, `assertions of "${row.fact}"`).toBeGreaterThanOrEqual(isFact ? 1 : 0)
    expectObserved(row, response)
  })
}

/** Asserts the status, the error and the message of the row. */
export function expectObserved({ status, error, message }: ObservedRow, response: Answer): void {
  const text = JSON.stringify(response.body)
  expect(response.status, text).toBeOneOf(status === '' ? [response.status] : status.split('|').map(Number))
  expect(response.body?.id, text).toBe(error === '' ? response.body?.id : error)
  expect(String(response.body?.message)).toMatch(message === '' ? '' : createMessagePattern(message))
}

/** Runs the case in a sandbox whose actions take no time. */
export const instant =
  (send: ObservedCase): ObservedCase =>
  ({ open }) =>
    send(open({ actionSeconds: 0 }))

/** Asserts that the body has these properties. */
export async function shows(reply: Promise<Answer>, body: object): Promise<Answer> {
  const response = await reply
  expect(response.body).toMatchObject(body)
  return response
}

function openObserved(options: SandboxOptions = {}) {
  const sandbox = createTestSandbox({ rateLimits: 'off', ...options })
  const send =
    (method: string) =>
    (path: string, body?: unknown, fields?: RequestFields): Promise<Answer> =>
      sandbox.ask(method, path, body, fields)
  /** Sends a preparing request. @returns the object or the list under the root key of the reply */
  const require = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const response = await sandbox.ask(method, path, body)
    if (response.status >= 400) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(response.body)}`)
    return Object.entries(response.body ?? {}).find(([name]) => name !== 'links' && name !== 'meta')?.[1]
  }
  return {
    tokens: sandbox.tokens,
    inferenceToken: sandbox.credentials().inference_key,
    open: openObserved,
    pass: sandbox.pass,
    ask: sandbox.ask,
    get: (path: string, fields?: RequestFields) => sandbox.ask('GET', path, undefined, fields),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
    create: (path: string, body?: unknown) => require('POST', path, body),
    read: (path: string) => require('GET', path),
    change: require,
  }
}

/** Creates an active droplet. */
export async function createDroplet({ create, read, pass }: ObservedSandbox, more: object = {}): Promise<Json> {
  const { id } = await create('/v2/droplets', { ...webServer, ...more })
  await pass(60)
  return read(`/v2/droplets/${id}`)
}

/** The sandbox under test. Its state can be saved, restored and compared. */
import { DatabaseSync } from 'node:sqlite'
import type { Sandbox } from '@spindrift/sandbox'
import type { ReceivedReply } from '../../check-reply.ts'
import type { AccountKeys, SandboxAccess } from '../../fixtures/fixture-sandbox.ts'
import { createFileBackend, createPostgresBackend } from './state-backends.ts'

export interface SandboxRequest {
  readonly method: string
  /** Path with query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

export interface SandboxResponse extends ReceivedReply {
  readonly text: string
}

export interface TestSandbox {
  readonly sandbox: SandboxAccess
  /** Fetch function for clients. */
  readonly fetch: Fetch
  readonly hasActionDurations: boolean
  readonly send: (request: SandboxRequest) => Promise<SandboxResponse>
  readonly credentials: ReturnType<Sandbox['credentials']>
  /** Keys of the first account. */
  readonly keys: AccountKeys
  readonly control: (path: string, body: unknown) => Promise<SandboxResponse>
  readonly advance: (seconds: number) => Promise<void>
  readonly save: (name: string) => Promise<void>
  readonly restore: (name: string) => Promise<void>
  /** Every row of every table as one line each. */
  readonly readState: () => Promise<ReadonlySet<string>>
  /** Returns and clears the internal errors of the sandbox. */
  readonly drainFailures: () => unknown[]
  readonly close: () => Promise<void>
}

export type Fetch = Sandbox['fetch']

export const origin = 'http://127.0.0.1:4020'
/** Start of the frozen clock, in the month of the examples. */
const beginning = '2026-03-02T09:00:00Z'

export interface TestSandboxOptions {
  readonly seed: number
  /** Changes requests or responses, for tests with a faulty server. */
  readonly wrap?: (fetch: Fetch) => Fetch
  /** True for realistic action durations; by default actions end at once. */
  readonly hasActionDurations?: boolean
  /** Number of sandboxes over one Postgres that share the requests; 0 for one with a state file. */
  readonly replicas?: number
}

export async function createTestSandbox({
  seed,
  wrap = (fetch) => fetch,
  hasActionDurations = false,
  replicas = 0,
}: TestSandboxOptions): Promise<TestSandbox> {
  const failures: unknown[] = []
  const options = {
    seed,
    rateLimits: 'off',
    onError: (error: unknown) => failures.push(error),
    ...(!hasActionDurations && { actionSeconds: 0 }),
  } as const
  const { sandbox, findSnapshot, close } = await (replicas > 0 ? createPostgresBackend(replicas, options) : createFileBackend(options))
  const credentials = sandbox.credentials()
  const control = async (path: string, body: unknown) => {
    const response = await readResponse(await sandbox.fetch(`${origin}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) }))
    if (response.status !== 200) throw new Error(`POST /_sandbox/${path} returned ${response.status}: ${response.text}`)
    return response
  }
  await control('clock', { now: beginning, frozen: true })
  return {
    sandbox,
    ...createSender(wrap(sandbox.fetch)),
    hasActionDurations,
    credentials,
    keys: { full: credentials.tokens.full, read: credentials.tokens.read, inference: credentials.inference_key },
    control,
    advance: async (seconds) => void (await control('clock', { advance_seconds: seconds })),
    save: async (name) => void (await control('snapshots', { name })),
    restore: async (name) => void (await control('snapshots/restore', { name })),
    readState: async () => {
      await control('snapshots', { name: 'looked-at' })
      return dumpRows(await findSnapshot('looked-at'))
    },
    drainFailures: () => failures.splice(0),
    close,
  }
}

/** Creates the parts of a test sandbox that send requests. */
export function createSender(fetch: Fetch): Pick<TestSandbox, 'fetch' | 'send'> {
  return {
    fetch,
    send: async ({ method, path, headers, body }) =>
      readResponse(
        await fetch(`${origin}${path}`, { method, headers: { ...headers }, redirect: 'manual', ...(body !== undefined && { body }) }),
      ),
  }
}

async function readResponse(response: Response): Promise<SandboxResponse> {
  const { status, headers } = response
  const text = await response.text()
  return { status, headers, text, body: parseResponseBody(headers.get('content-type') ?? '', text) }
}

function parseResponseBody(type: string, text: string): unknown {
  if (text === '') return undefined
  if (!type.startsWith('application/json')) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** Dumps all tables without knowing their names. */
function dumpRows(file: string): Set<string> {
  using database = new DatabaseSync(file, { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all()
  return new Set(
    tables.flatMap(({ name }) =>
      database
        .prepare(`SELECT * FROM "${String(name)}"`)
        .all()
        // The commit counter grows with every restore.
        .filter((row) => !(name === 'counters' && row['name'] === 'commits'))
        .map((row) => `${String(name)} ${JSON.stringify(row)}`),
    ),
  )
}

/** Returns the first rows that differ; empty when the states are equal. */
export function compareStates(before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  const removedRows = [...before].filter((row) => !after.has(row)).map((row) => `gone: ${row}`)
  const addedRows = [...after].filter((row) => !before.has(row)).map((row) => `new: ${row}`)
  return [...removedRows, ...addedRows].slice(0, 3).map((line) => line.slice(0, 300))
}

/** Starts a sandbox with its state in a file, or several with a shared Postgres. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type RunningSandbox, type SandboxOptions, startSandbox } from '@spindrift/sandbox'
import { readSnapshot } from '@spindrift/testing/create-database'
import { startPostgres } from '@spindrift/testing/start-postgres'
import type { SandboxAccess } from '../../fixtures/fixture-sandbox.ts'
import { createRandom } from '../create-random.ts'

export interface StateBackend {
  readonly sandbox: SandboxAccess
  /** Returns the file of a new snapshot. */
  readonly findSnapshot: (name: string) => Promise<string>
  readonly close: () => Promise<void>
}

type BackendOptions = SandboxOptions & { readonly seed: number }

export async function createFileBackend(options: BackendOptions): Promise<StateBackend> {
  const { folder, remove } = createStateFolder()
  const state = join(folder, 'state.db')
  const sandbox = createSandbox({ ...options, state })
  return {
    sandbox,
    findSnapshot: async (name) => join(`${state}.snapshots`, `${name}.db`),
    close: async () => {
      sandbox.close()
      remove()
    },
  }
}

/** @throws Error without Postgres */
export async function createPostgresBackend(count: number, options: BackendOptions): Promise<StateBackend> {
  const stack = new AsyncDisposableStack()
  try {
    const { folder, remove } = createStateFolder()
    stack.defer(remove)
    const { url: state } = stack.use(await startPostgres())
    const replicas: RunningSandbox[] = []
    stack.defer(async () => void (await Promise.all(replicas.map((replica) => replica.close()))))
    for (let n = 0; n < count; n += 1) replicas.push(await startSandbox({ ...options, port: 0, state }))
    const random = createRandom(options.seed)
    const pick = () => replicas[random.integer(0, count - 1)] as RunningSandbox // index in range
    const resources = stack.move()
    return {
      sandbox: { credentials: pick().credentials, fetch: (input, init) => pick().fetch(input, init) },
      findSnapshot: async (name) => {
        const file = join(folder, `${name}.db`)
        writeFileSync(file, await readSnapshot(state, name))
        return file
      },
      close: () => resources.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/** Uses memory where possible: the state is restored thousands of times. */
function createStateFolder() {
  const memory = '/dev/shm'
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'spindrift-fuzz-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

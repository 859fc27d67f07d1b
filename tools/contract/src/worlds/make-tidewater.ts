/**
 * Makes the world of the examples as a state that a sandbox can begin with: everything that they speak of, made by the platform's own
 * operations on a clock that follows the story, and then called what the examples call it.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { mock } from 'node:test'
import { createSandbox } from '@spindrift/sandbox'
import { loadSpecification, type OperationEntry } from '../load-specification.ts'
import { began, prepareSandbox } from './open-sandbox.ts'
import { preconditions } from './preconditions.ts'
import { renameIds } from './rename-ids.ts'
import { WorldBuilder } from './world-builder.ts'

export async function makeTidewater(file: string): Promise<void> {
  mock.timers.enable({ apis: ['Date'], now: Date.parse(began) })
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-world-'))
  try {
    const state = join(folder, 'state.db')
    const sandbox = createSandbox({ seed: 'tidewater', state, rateLimits: 'off' })
    const own = sandbox.credentials()
    const { server, known } = await prepareSandbox(sandbox)
    const { entries } = loadSpecification()
    const world = new WorldBuilder({ entries, server, preconditions, known, onAnswer: () => {} })
    await world.makeEverything()
    await server.save('tidewater')
    sandbox.close()
    const made = join(`${state}.snapshots`, 'tidewater.db')
    const database = new DatabaseSync(made)
    // With it invoices are named and secrets are kept.
    database.prepare("INSERT INTO settings SELECT 'worldSeed', value FROM settings WHERE name = 'seed'").run()
    forgetCredentials(database, [own.tokens.full, own.tokens.read, own.inference_key], own.oauth.client_id)
    renameIds(database, chooseNames(world.ids.pairs(), listAsked(entries)))
    database.exec('VACUUM')
    database.close()
    mkdirSync(dirname(file), { recursive: true })
    copyFileSync(made, file)
  } finally {
    rmSync(folder, { recursive: true })
    mock.timers.reset()
  }
}

/** Every sandbox has credentials of its own. */
function forgetCredentials(database: DatabaseSync, tokens: readonly string[], clientId: string): void {
  const remove = database.prepare('DELETE FROM rows WHERE kind = ? AND id = ?')
  for (const token of tokens) remove.run('token', createHash('sha256').update(token).digest('hex'))
  remove.run('oauth-application', clientId)
}

/** By which the examples ask for things. */
function listAsked(entries: readonly OperationEntry[]): Set<string> {
  return new Set(
    entries.flatMap(({ operation }) => operation.parameters.filter(({ required }) => required).map(({ example }) => String(example))),
  )
}

/** What the examples give two names gets the one that they ask for it by, or else the one that was learned first. */
function chooseNames(pairs: readonly (readonly [string, string])[], asked: ReadonlySet<string>): Map<string, string> {
  const chosen = new Map<string, string>()
  for (const [example, real] of pairs) {
    const present = chosen.get(real)
    if (present === undefined || (asked.has(example) && !asked.has(present))) chosen.set(real, example)
  }
  return chosen
}

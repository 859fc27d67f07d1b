/** Pushes images to a registry of a closed sandbox with `seedRepository`, because the sandbox has no registry endpoint. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type SeededRepository, seedRepository } from '../src/families/registries/contents.ts'
import { createClock } from '../src/clock/clock.ts'
import { createEngine } from '../src/engine/engine.ts'
import { createIds } from '../src/engine/ids.ts'
import type { AccountContext } from '../src/engine/account-context.ts'
import { scopeStore } from '../src/store/scoped-store.ts'
import { openStore } from '../src/store/sqlite-store.ts'
import { createTestSandbox, type TestSandbox } from './create-test-sandbox.ts'
import { ownerAccountId } from '../src/catalog/owner.ts'
import { findSetting } from '../src/store/settings.ts'

const settings = { actionSeconds: undefined, lag: 'none' } as const

/** Sandbox with a state file, which `push` closes and reopens. */
export function createPushable() {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-registries-'))
  const state = join(folder, 'sandbox.db')
  let sandbox = createTestSandbox({ state })
  onTestFinished(() => {
    sandbox.close()
    rmSync(folder, { recursive: true })
  })
  const push = (registry: string, ...repositories: readonly SeededRepository[]): TestSandbox => {
    sandbox.close()
    const file = openStore(state)
    try {
      const clock = createClock(file)
      const ids = createIds(file, () => findSetting(file, 'seed') ?? '')
      const store = scopeStore(file, ownerAccountId)
      // A push starts no action.
      const ctx = { store, clock, ids, engine: createEngine({ store, clock, ids, ...settings }), settings } as AccountContext
      store.transaction(() => {
        for (const repository of repositories) seedRepository(ctx, registry, repository)
      })
    } finally {
      file.close()
      sandbox = createTestSandbox({ state })
    }
    return sandbox
  }
  return { sandbox, push }
}

/** Test function with a sandbox. A test gets only the fixtures that its parameter names, and shares none. */
import { it as base } from 'vitest'
import { createDatabase, createDroplet, createGenai, createKubernetes } from './fixtures.ts'
import { createTestSandbox } from './create-test-sandbox.ts'

export const it = base
  .extend('sandbox', () => createTestSandbox())
  // Its clock only moves when the test sets it.
  .extend('frozen', async ({ sandbox }) => {
    await sandbox.post('/_sandbox/clock', { frozen: true })
    return sandbox
  })
  // Its actions take no time.
  .extend('instant', () => createTestSandbox({ actionSeconds: 0 }))
  .extend('unlimited', () => createTestSandbox({ rateLimits: 'off' }))
  .extend('genai', () => createGenai())
  .extend('dropletId', ({ sandbox }) => createDroplet(sandbox))
  .extend('kubernetes', ({ sandbox }) => createKubernetes(sandbox))
  .extend('pgPath', ({ sandbox }) => createDatabase(sandbox, 'pg'))
  .extend('kafkaPath', ({ sandbox }) => createDatabase(sandbox, 'kafka'))

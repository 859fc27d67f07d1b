/** A test of a sandbox. What it begins with, it names in its parameter, and has it to itself; nothing is made that it does not name. */
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
  // In which nothing takes time.
  .extend('instant', () => createTestSandbox({ actionSeconds: 0 }))
  .extend('unlimited', () => createTestSandbox({ rateLimits: 'off' }))
  .extend('genai', () => createGenai())
  .extend('dropletId', ({ sandbox }) => createDroplet(sandbox))
  .extend('kubernetes', ({ sandbox }) => createKubernetes(sandbox))
  .extend('pgPath', ({ sandbox }) => createDatabase(sandbox, 'pg'))
  .extend('kafkaPath', ({ sandbox }) => createDatabase(sandbox, 'kafka'))

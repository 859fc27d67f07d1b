/** A test of a sandbox. What it begins with, it names in its parameter, and has it to itself; nothing is made that it does not name. */
import { it as base } from 'vitest'
import { makeDatabase, makeDroplet, makeGenai, makeKubernetes } from './fixtures.ts'
import { makeSandbox } from './make-sandbox.ts'

export const it = base
  .extend('sandbox', () => makeSandbox())
  // Whose clock moves only when it is told to.
  .extend('frozen', async ({ sandbox }) => {
    await sandbox.post('/_sandbox/clock', { frozen: true })
    return sandbox
  })
  // In which nothing takes time.
  .extend('instant', () => makeSandbox({ actionSeconds: 0 }))
  .extend('unlimited', () => makeSandbox({ rateLimits: 'off' }))
  .extend('genai', () => makeGenai())
  .extend('dropletId', ({ sandbox }) => makeDroplet(sandbox))
  .extend('kubernetes', ({ sandbox }) => makeKubernetes(sandbox))
  .extend('pgPath', ({ sandbox }) => makeDatabase(sandbox, 'pg'))
  .extend('kafkaPath', ({ sandbox }) => makeDatabase(sandbox, 'kafka'))

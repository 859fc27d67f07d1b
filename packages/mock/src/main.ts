#!/usr/bin/env node
/** `spindrift-mock`. Node keeps what it compiled, which makes every later start faster. */
import { enableCompileCache } from 'node:module'

enableCompileCache()
// `list | head` closes the pipe early; that is no error.
process.stdout.on('error', () => process.exit())

try {
  const { createProgram } = await import('./program.ts')
  await createProgram().parseAsync()
} catch (error) {
  console.error(`spindrift-mock: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

#!/usr/bin/env node
/** `spindrift-sandbox`. Node keeps what it compiled, which makes every later start faster. */
import { enableCompileCache } from 'node:module'

enableCompileCache()
process.stdout.on('error', () => process.exit())

try {
  const { createProgram } = await import('./command/program.ts')
  await createProgram().parseAsync()
} catch (error) {
  console.error(`spindrift-sandbox: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

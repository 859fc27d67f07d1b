#!/usr/bin/env node
/** `spindrift-mock`. The compile cache makes later starts faster. */
import { readFileSync } from 'node:fs'
import module from 'node:module'

// `list | head` closes the pipe early, which is not an error.
process.stdout.on('error', () => process.exit())

try {
  // Reports an old Node before loading code that it cannot parse.
  const { version, engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Manifest
  const oldest = engines.node.replace('>=', '')
  if (isOlder(process.versions.node, oldest)) throw new Error(`Node ${process.versions.node} is too old. Install ${oldest} or newer.`)
  module.enableCompileCache()
  const { createProgram } = await import('./program.ts')
  await createProgram(version).parseAsync()
} catch (error) {
  console.error(`spindrift-mock: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
}

function isOlder(version: string, min: string): boolean {
  return version.localeCompare(min, 'en', { numeric: true }) < 0
}

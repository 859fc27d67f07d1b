#!/usr/bin/env node
/** `spindrift-mock`. Node keeps what it compiled, which makes every later start faster. */
import { readFileSync } from 'node:fs'
import module from 'node:module'

// `list | head` closes the pipe early; that is no error.
process.stdout.on('error', () => process.exit())

try {
  // An older Node is told so here, before anything is loaded that it cannot read.
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

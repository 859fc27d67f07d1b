#!/usr/bin/env node
/** `spindrift-sandbox`. Node keeps what it compiled, which makes every later start faster. */
import module from 'node:module'

process.stdout.on('error', () => process.exit())

async function main(): Promise<void> {
  try {
    // An older Node has no SQLite, or asks for a flag. It is told so here, before anything is loaded that it cannot read.
    if (!('getBuiltinModule' in process) || !process.getBuiltinModule('node:sqlite'))
      throw new Error(`Node ${process.versions.node} is too old. Install 22.13 or newer.`)
    module.enableCompileCache()
    const { createProgram } = await import('./command/program.ts')
    await createProgram().parseAsync()
  } catch (error) {
    console.error(`spindrift-sandbox: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}

void main()

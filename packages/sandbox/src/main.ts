#!/usr/bin/env node
/** Command `spindrift-sandbox`. Node caches compiled code, which makes later starts faster. */
import module from 'node:module'

process.stdout.on('error', () => process.exit())

async function main(): Promise<void> {
  try {
    // An older Node has no SQLite or needs a flag for it. Checked here, before code is loaded that it cannot parse.
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

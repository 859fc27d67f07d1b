#!/usr/bin/env node
/**
 * `spindrift-mcp`. Node keeps what it compiled, which makes every later start faster. Node's own modules are asked for and not imported on
 * the way to the first answer: an import reads every property of a module, and some of those load half of Node.
 */
const module = 'getBuiltinModule' in process ? process.getBuiltinModule('node:module') : undefined
// An older Node is told so here, before anything is loaded that it cannot read.
if (module && 'enableCompileCache' in module) {
  module.enableCompileCache()
  const { run } = await import('./command/run.ts')
  await run(process.argv.slice(2))
} else {
  console.error(`spindrift-mcp: Node ${process.versions.node} is too old. Install 22.13 or newer.`)
  process.exitCode = 1
}

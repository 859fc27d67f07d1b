#!/usr/bin/env node
/**
 * `spindrift-mcp`. The compile cache makes later starts faster. Code that runs before the first response loads Node's modules with `getBuiltinModule`: an
 * import reads every property of a module, and some of them load half of Node.
 */
const module = 'getBuiltinModule' in process ? process.getBuiltinModule('node:module') : undefined
// Reports an old Node before loading code that it cannot parse.
if (module && 'enableCompileCache' in module) {
  module.enableCompileCache()
  const { run } = await import('./command/run.ts')
  await run(process.argv.slice(2))
} else {
  console.error(`spindrift-mcp: Node ${process.versions.node} is too old. Install 22.13 or newer.`)
  process.exitCode = 1
}

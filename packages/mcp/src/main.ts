#!/usr/bin/env node
/**
 * `spindrift-mcp`. Node keeps what it compiled, which makes every later start faster. Node's own modules are asked for and not imported on
 * the way to the first answer: an import reads every property of a module, and some of those load half of Node.
 */
process.getBuiltinModule('node:module').enableCompileCache()
const { run } = await import('./command/run.ts')
await run(process.argv.slice(2))

export {}

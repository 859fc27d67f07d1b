/** `npm run pnpm -- COMMAND`: runs a command with this repository's pnpm and Node 24. */
import { spawnSync } from 'node:child_process'
import { environment, root } from './run.mjs'
import { setUp } from './set-up.mjs'

await setUp()
const { status } = spawnSync('pnpm', process.argv.slice(2), { cwd: root, env: environment, stdio: 'inherit' })
process.exitCode = status ?? 1

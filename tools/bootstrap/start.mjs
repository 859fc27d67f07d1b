/** `npm start`: sets up, builds everything, and leaves the sandbox, the reference and the mock running on loopback. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, root, step } from './run.mjs'
import { setUp } from './set-up.mjs'

const sandboxPort = process.env.SANDBOX_PORT ?? '4020'
const referencePort = process.env.REFERENCE_PORT ?? '4040'
const mockPort = process.env.MOCK_PORT ?? '4010'

if (process.argv.includes('--help')) {
  console.log(`npm start

Installs what is missing, builds everything from the specification, and leaves running:
  the sandbox    http://127.0.0.1:${sandboxPort}   (SANDBOX_PORT)
  the reference  http://127.0.0.1:${referencePort}   (REFERENCE_PORT)
  the mock       http://127.0.0.1:${mockPort}   (MOCK_PORT)
Stop it with Ctrl-C.`)
  process.exit(0)
}

await setUp()
const built = await step('Building: lint, bundle, generate, compile', 'pnpm', ['run', 'build'])
console.log(`\n${listGenerated(built).join('\n')}\n`)

// From whose pages requests can be tried, with the sandbox's own token.
const allowReference = ['127.0.0.1', 'localhost'].flatMap((name) => ['--control-origin', `http://${name}:${referencePort}`])

const children = [
  start('reference', join(root, 'packages/reference/dist/server/main.js'), ['--port', referencePort]),
  start('mock', join(root, 'packages/mock/dist/main.js'), ['start', '--port', mockPort]),
  start('sandbox', join(root, 'packages/sandbox/dist/main.js'), ['start', '--port', sandboxPort, ...allowReference]),
]

/** What the generators said of what they read and made, now or when it was kept. */
function listGenerated(output) {
  return output.split('\n').filter((line) => /^(?:spec\/)?\w+ +\d+ (?:operations|files) |^\d+ written, /.test(line))
}

/** Stops everything as soon as one part stops, with the reason the part itself gave. */
function start(name, file, args) {
  const child = spawn('node', [file, ...args], { cwd: root, env: environment, stdio: ['ignore', 'inherit', 'inherit'] })
  child.on('close', (code) => {
    if (code) console.error(`The ${name} stopped (${code}).`)
    stop(code ?? 0)
  })
  return child
}

function stop(code) {
  for (const child of children) child.kill('SIGTERM')
  process.exitCode ||= code
}

process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))

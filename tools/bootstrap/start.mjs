/** `npm start`: installs, builds everything, and runs the sandbox, the reference and the mock on loopback. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { checkPorts } from './ports.mjs'
import { environment, root, runStep } from './run.mjs'
import { setUp } from './set-up.mjs'

const sandboxPort = process.env.SANDBOX_PORT ?? '4020'
const referencePort = process.env.REFERENCE_PORT ?? '4040'
const mockPort = process.env.MOCK_PORT ?? '4010'

if (process.argv.includes('--help')) {
  console.log(`npm start

Installs missing tools, builds everything from the specification, and starts three servers.
Set the variable in parentheses to use another port.

  sandbox    http://127.0.0.1:${sandboxPort}   (SANDBOX_PORT)
  reference  http://127.0.0.1:${referencePort}   (REFERENCE_PORT)
  mock       http://127.0.0.1:${mockPort}   (MOCK_PORT)

Press Ctrl-C to stop them.`)
  process.exit(0)
}

await checkPorts([
  { name: 'sandbox', variable: 'SANDBOX_PORT', port: sandboxPort },
  { name: 'reference', variable: 'REFERENCE_PORT', port: referencePort },
  { name: 'mock', variable: 'MOCK_PORT', port: mockPort },
])
await setUp()
const buildOutput = await runStep('Building: lint, bundle, generate, compile', 'pnpm', ['run', 'build'])
console.log(`\n${listGenerated(buildOutput).join('\n')}\n`)

// The reference's pages may send requests to the sandbox with its token.
const allowReference = ['127.0.0.1', 'localhost'].flatMap((name) => ['--control-origin', `http://${name}:${referencePort}`])

const children = [
  startServer('reference', 'REFERENCE_PORT', 'packages/reference/dist/server/main.js', [
    '--port',
    referencePort,
    '--sandbox-url',
    `http://127.0.0.1:${sandboxPort}`,
  ]),
  startServer('mock', 'MOCK_PORT', 'packages/mock/dist/main.js', ['start', '--port', mockPort]),
  startServer('sandbox', 'SANDBOX_PORT', 'packages/sandbox/dist/main.js', [
    'start',
    '--port',
    sandboxPort,
    '--reference-url',
    `http://127.0.0.1:${referencePort}/`,
    ...allowReference,
  ]),
]

/** Lists the generators' lines of the build output: how many operations they read and files they wrote. */
function listGenerated(output) {
  return output.split('\n').filter((line) => /^(?:spec\/)?\w+ +\d+ (?:operations|files) |^\d+ written, /.test(line))
}

/** Starts a server. All servers stop when one stops. */
function startServer(name, portVariable, file, args) {
  const child = spawn('node', [join(root, file), ...args], { cwd: root, env: environment, stdio: ['ignore', 'inherit', 'inherit'] })
  child.on('close', (code) => {
    if (code) console.error(`The ${name} exited with code ${code}; see its error above. To use another port, set ${portVariable}.`)
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

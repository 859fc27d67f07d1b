/** Runs commands and reports their failures. */
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Environment of all commands: this repository's Node 24 and pnpm come first on the path. */
export const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), join(root, 'tools/bootstrap/toolchain/node_modules/.bin'), process.env.PATH].join(delimiter),
  REDOCLY_TELEMETRY: 'off',
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  // The compiler is written in Go, and collecting garbage takes a quarter of its time.
  GOGC: 'off',
  GOMEMLIMIT: '2GiB',
}

/**
 * Runs a command to its end. Never rejects: a command that cannot be started has code 127.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string> }} [options] quiet: prints no output
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { quiet = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...environment, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (stream) => (chunk) => {
      output += chunk
      if (!quiet) stream.write(chunk)
    }
    child.stdout.on('data', collect(process.stdout))
    child.stderr.on('data', collect(process.stderr))
    child.on('error', (error) => resolve({ code: 127, output: `${output}${command}: ${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs a step in one line of output. Prints the output of a step that fails, and exits. */
export async function runStep(title, command, args) {
  const started = performance.now()
  process.stdout.write(`${title} … `)
  const { code, output } = await run(command, args, { quiet: true })
  if (code !== 0) {
    console.log('failed')
    process.stderr.write(output)
    console.error(
      `\n${title} failed: \`${[command, ...args].join(' ')}\` exited with code ${code}. Fix the error above and run the same command again.`,
    )
    process.exit(1)
  }
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`)
  return output
}

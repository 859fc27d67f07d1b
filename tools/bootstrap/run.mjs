/** Runs a command and says in one line what failed. */
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Node 24 and pnpm of this repository come before whatever the machine has. */
export const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), join(root, 'tools/bootstrap/toolchain/node_modules/.bin'), process.env.PATH].join(delimiter),
  REDOCLY_TELEMETRY: 'off',
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string> }} [options] quiet: output is shown only when it fails
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { quiet = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...environment, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const take = (stream) => (chunk) => {
      output += chunk
      if (!quiet) stream.write(chunk)
    }
    child.stdout.on('data', take(process.stdout))
    child.stderr.on('data', take(process.stderr))
    child.on('error', (error) => resolve({ code: 127, output: `${output}${command}: ${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs a step that the following ones need; stops the program when it fails. */
export async function step(title, command, args) {
  const started = performance.now()
  process.stdout.write(`${title} … `)
  const { code, output } = await run(command, args, { quiet: true })
  if (code !== 0) {
    console.log('failed')
    process.stderr.write(output)
    console.error(
      `\n${title} failed: ${[command, ...args].join(' ')} ended with ${code}. Mend what it says above and run the same command again.`,
    )
    process.exit(1)
  }
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`)
  return output
}

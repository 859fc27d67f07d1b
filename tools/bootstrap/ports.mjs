/** Checks that ports are free before a long build, and finds the program that holds one. */
import { createServer } from 'node:net'
import { run } from './run.mjs'

/**
 * Exits with one line for each port that is in use.
 *
 * @param {readonly { name: string, variable: string, port: string }[]} servers
 */
export async function checkPorts(servers) {
  const found = []
  for (const server of servers) found.push(...(await listProblems(server)))
  for (const [n, { name, variable, port }] of servers.entries()) {
    const other = servers.slice(0, n).find((server) => server.port === port)
    if (other) found.push(`The ${name} and the ${other.name} have the same port ${port}. Set ${variable} to another one.`)
  }
  if (found.length === 0) return
  for (const problem of found) console.error(problem)
  process.exit(1)
}

async function listProblems({ name, variable, port }) {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return [`${variable} is "${port}". Use an integer from 1 to 65535.`]
  const code = await tryPort(Number(port))
  if (code === undefined) return []
  if (code !== 'EADDRINUSE') return [`The ${name} cannot use port ${port} (${code}). Set ${variable} to another one.`]
  return [`Port ${port} is in use${await describeHolder(port)}. Stop that program, or set ${variable} to another port for the ${name}.`]
}

/** Listens once. @returns {Promise<string | undefined>} the code of the error */
function tryPort(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)))
  })
}

/** @returns " by COMMAND (process ID)", or "" when the system does not say */
async function describeHolder(port) {
  const { output: id } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t'], { quiet: true })
  if (!/^\d+$/.test(id.trim())) return ''
  const { output: command } = await run('ps', ['-p', id.trim(), '-o', 'args='], { quiet: true })
  return ` by "${command.trim().slice(0, 80)}" (process ${id.trim()})`
}

/**
 * Script of the action: `node sandbox.mjs start | run | finish`. Runs on Node 20 and later; installs a newer Node for the sandbox if needed.
 * Inputs are INPUT_ variables. RUNNER_TEMP holds the state, the log and the process id.
 */
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const { env } = process
const folder = join(requireVariable('RUNNER_TEMP'), 'spindrift-sandbox')
const [state, log, pidFile, artifact] = ['state.db', 'sandbox.log', 'pid', 'artifact'].map((name) => join(folder, name))
const minNode = [22, 13]
/** Package with the program of Node for this machine. The package `node` would install it with a script. */
const nodePackage = [
  process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node',
  process.platform === 'win32' ? 'win' : process.platform,
  process.arch,
].join('-')
const startSeconds = 60

const steps = { start, run, finish }
try {
  const step = steps[process.argv[2]]
  if (!step) throw new Error(`expected one of these steps: ${Object.keys(steps).join(', ')}.`)
  await step()
} catch (error) {
  console.error(`spindrift action: ${error.message}`)
  process.exitCode = 1
}

async function start() {
  if (existsSync(pidFile)) throw new Error('a sandbox of this job runs already. Stop it with the action "finish" first.')
  mkdirSync(folder, { recursive: true })
  install()
  const token = env.INPUT_TOKEN ?? ''
  // GitHub masks the token in logs from here on.
  if (token !== '') console.log(`::add-mask::${token}`)
  const url = await startProgram(token)
  const environment = runProgram(['env', '--format', 'github', '--url', url], token)
  appendFileSync(requireVariable('GITHUB_ENV'), `${environment.trim()}\n`)
  const platformToken = /^SPINDRIFT_TOKEN=(.*)$/m.exec(environment)?.[1] ?? ''
  appendFileSync(requireVariable('GITHUB_OUTPUT'), `url=${url}\ntoken=${platformToken}\nlog=${log}\n`)
  console.log(`The sandbox listens on ${url}.`)
}

/** Runs the command of the input with the variables that `start` set. */
function run() {
  const { status, error } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', requireVariable('INPUT_RUN')], {
    stdio: 'inherit',
  })
  if (error) throw error
  process.exitCode = status ?? 1
}

/** Stops the sandbox. If the job failed, prints its log and copies log and state into the artifact folder. */
async function finish() {
  if (!existsSync(pidFile)) return console.log('No sandbox of this job runs.')
  await stopProcess(Number(readFileSync(pidFile, 'utf8')))
  if (env.INPUT_FAILED === 'true') {
    console.log(`::group::Log of the sandbox\n${readFileSync(log, 'utf8').trimEnd()}\n::endgroup::`)
    mkdirSync(artifact, { recursive: true })
    for (const each of [log, state]) if (existsSync(each)) cpSync(each, join(artifact, each.slice(folder.length + 1)))
    appendFileSync(requireVariable('GITHUB_OUTPUT'), `artifact=${artifact}\n`)
  }
  for (const each of [pidFile, log, state]) rmSync(each, { force: true })
}

function install() {
  const version = env.INPUT_VERSION || 'latest'
  // npm would also install a URL or a folder.
  if (!/^(?:latest|\d+\.\d+\.\d+(?:-[0-9a-z.-]+)?)$/i.test(version))
    throw new Error(`version is "${version}". Give a version like 0.1.0, or latest.`)
  const packages = [`@spindrift/sandbox@${version}`, ...(isOld(process.versions.node) ? [`${nodePackage}@24`] : [])]
  const command = ['npm', 'install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...packages]
  // On Windows npm is a script, which needs a shell.
  const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), { encoding: 'utf8', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${`${stdout ?? ''}${stderr ?? ''}`.trim()}`)
}

function isOld(version) {
  const [major, minor] = version.split('.').map(Number)
  return major < minNode[0] || (major === minNode[0] && minor < minNode[1])
}

/** Paths of Node and of the sandbox's program. */
function findProgram() {
  const modules = join(folder, 'node_modules')
  const node = isOld(process.versions.node)
    ? join(modules, nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    : process.execPath
  return [node, join(modules, '@spindrift/sandbox/dist/main.js')]
}

function withToken(token) {
  return { ...env, ...(token !== '' && { SPINDRIFT_CONTROL_TOKEN: token }) }
}

function runProgram(args, token) {
  const [node, main] = findProgram()
  const { status, stdout, stderr } = spawnSync(node, [main, ...args], { encoding: 'utf8', env: withToken(token) })
  if (status !== 0) throw new Error(stderr.trim())
  return stdout
}

/** Starts the sandbox. @returns its URL once it is ready */
async function startProgram(token) {
  const [node, main] = findProgram()
  const flags = ['--port', env.INPUT_PORT || '4020', '--world', env.INPUT_WORLD || 'tidewater', '--state', state, '--json']
  const given = (env.INPUT_ARGS ?? '').split(/\s+/).filter(Boolean)
  const output = openSync(log, 'w')
  const child = spawn(node, [main, 'start', ...flags, ...given], {
    stdio: ['ignore', output, output],
    detached: true,
    env: withToken(token),
  })
  closeSync(output)
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  writeFileSync(pidFile, String(child.pid))
  child.unref()
  for (const until = performance.now() + startSeconds * 1000; performance.now() < until;) {
    const [, line] = /^(\{"url":.*\})$/m.exec(readFileSync(log, 'utf8')) ?? []
    if (line !== undefined) return JSON.parse(line).url
    if ((await Promise.race([ended.then(() => 'ended'), sleep(50)])) === 'ended') break
  }
  await stopProcess(child.pid)
  rmSync(pidFile, { force: true })
  throw new Error(`the sandbox was not ready within ${startSeconds} s: ${readFileSync(log, 'utf8').trim()}`)
}

/** Stops the process and waits, so that SQLite merges the state into one file. */
async function stopProcess(pid) {
  for (const signal of ['SIGTERM', 'SIGKILL']) {
    for (let attempt = 0; attempt < 100; attempt++) {
      try {
        process.kill(pid, attempt === 0 ? signal : 0)
      } catch {
        return
      }
      await sleep(100)
    }
  }
}

function requireVariable(name) {
  const value = env[name] ?? ''
  if (value === '') throw new Error(`${name} is not set. The steps of a GitHub job set it.`)
  return value
}

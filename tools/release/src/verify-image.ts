#!/usr/bin/env node
/** `pnpm verify image`: builds the image of the sandbox and runs it as in its README: without root, without capabilities and with a read-only file system. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { findFreePort } from '@spindrift/testing/find-free-port'
import { root } from './pack-packages.ts'
import { compareValues, createReport } from './report.ts'

const maxImageMb = 100
const source = join(root, 'packages/sandbox')
const image = 'spindrift-sandbox'
const container = `spindrift-image-${process.pid}`
const token = 'a-token-for-tests'
const restrictions = ['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges']

const folder = mkdtempSync(join(tmpdir(), 'spindrift-image-'))
const { check, close } = createReport('image')

/** Runs a Docker command. @returns its output @throws Error with its message */
function runDocker(args: readonly string[]): string {
  return execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64_000_000 })
}

try {
  if (spawnSync('docker', ['info'], { stdio: 'ignore' }).status !== 0)
    console.log(JSON.stringify({ check: 'image', passed: 0, total: 0, skipped: ['needs docker'] }))
  else {
    runDocker(['build', '--tag', image, source])
    const megabytes = measureImage()
    check(`the compressed image has at most ${maxImageMb} MB`, compareValues(megabytes <= maxImageMb, true))
    await checkContainer()
    process.exitCode = close({ megabytes_compressed: megabytes }) ? 0 : 1
  }
} finally {
  // Cleans up after a failed run, too.
  for (const args of [
    ['rm', '--force', container],
    ['rmi', '--force', image],
  ])
    spawnSync('docker', args, { stdio: 'ignore' })
  rmSync(folder, { recursive: true, force: true })
}

function measureImage(): number {
  const file = join(folder, 'image.tar')
  runDocker(['save', '--output', file, image])
  const bytes = gzipSync(readFileSync(file)).length
  rmSync(file)
  return Math.round(bytes / 100_000) / 10
}

async function checkContainer(): Promise<void> {
  const [port, data] = [await findFreePort(), join(folder, 'data')]
  mkdirSync(data)
  execFileSync('chmod', ['777', data])
  const flags = [...restrictions, '--network', 'host', '--volume', `${data}:/data`]
  const variables = [`SPINDRIFT_SANDBOX_PORT=${port}`, `SPINDRIFT_CONTROL_TOKEN=${token}`].flatMap((each) => ['--env', each])
  const url = `http://127.0.0.1:${port}`
  const sendRequest = async (path: string, bearer: string, body?: object) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    return fetch(`${url}${path}`, {
      headers: { ...headers, connection: 'close' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  }
  const start = async () => {
    runDocker(['run', '--detach', '--name', container, ...flags, ...variables, image])
    const [, ...health] = JSON.parse(
      runDocker(['image', 'inspect', '--format', '{{json .Config.Healthcheck.Test}}', image]),
    ) as readonly string[]
    return waitUntilHealthy(() => runDocker(['exec', container, ...health]))
  }
  const stop = () => {
    runDocker(['stop', '--time', '10', container])
    const code = runDocker(['inspect', '--format', '{{.State.ExitCode}}', container]).trim()
    runDocker(['rm', container])
    return code
  }
  check('its health check reports that it is ready', compareValues(await start(), true))
  const inside =
    'const fs = require("fs"); const write = (f) => { try { fs.writeFileSync(f, ""); return true } catch (e) { return e.code } }'
  const output = runDocker([
    'exec',
    container,
    '/usr/local/bin/node',
    '-p',
    `${inside}; JSON.stringify([process.getuid(), write("/opt/x"), write("/tmp/x"), fs.existsSync("/bin/sh")])`,
  ])
  check(
    'it runs without root, can write only to /data, and has no shell',
    compareValues(JSON.parse(output), [65_532, 'EROFS', 'EROFS', false]),
  )
  check('it rejects control requests without the token', compareValues((await sendRequest('/_sandbox/info', 'another')).status, 401))
  const info = (await (await sendRequest('/_sandbox/info', token)).json()) as { readonly tokens: { readonly full: string } }
  const created = await sendRequest('/v2/volumes', info.tokens.full, { name: 'backup', region: 'nyc3', size_gigabytes: 10 })
  check('it creates a volume', compareValues(created.status, 201))
  check('it stops with exit code 0', compareValues(stop(), '0'))
  check('a second container starts with the same data', compareValues(await start(), true))
  const { volumes } = (await (await sendRequest('/v2/volumes?name=backup', info.tokens.full)).json()) as {
    readonly volumes: readonly object[]
  }
  check('the second container has the volume', compareValues(volumes.length, 1))
  stop()
}

async function waitUntilHealthy(runHealthCheck: () => string): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      return runHealthCheck().includes('is ready')
    } catch {
      await sleep(500)
    }
  }
  return false
}

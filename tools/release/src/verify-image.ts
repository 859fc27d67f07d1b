#!/usr/bin/env node
/** `pnpm verify image`: builds the image of the sandbox and runs it as its README says: as no root, without capabilities, with a read-only root. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { createComparison } from './compare.ts'
import { findFreePort } from '@spindrift/testing/find-free-port'
import { root } from './pack-packages.ts'

const maxImageMb = 100
const source = join(root, 'packages/sandbox')
const image = 'spindrift-sandbox'
const container = `spindrift-image-${process.pid}`
const token = 'a-token-for-tests'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-image-'))
const { check, close } = createComparison('image')

/** @returns the output of Docker @throws Error with its message */
function run(args: readonly string[]): string {
  return execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64_000_000 })
}

try {
  if (spawnSync('docker', ['info'], { stdio: 'ignore' }).status !== 0)
    console.log(JSON.stringify({ check: 'image', passed: 0, total: 0, skipped: ['needs docker'] }))
  else {
    run(['build', '--tag', image, source])
    const megabytes = measure()
    check(`it is at most ${maxImageMb} MB, compressed`, megabytes <= maxImageMb, true)
    await use()
    close({ megabytes_compressed: megabytes })
  }
} finally {
  // Also of a run that ended half-way.
  for (const args of [
    ['rm', '--force', container],
    ['rmi', '--force', image],
  ])
    spawnSync('docker', args, { stdio: 'ignore' })
  rmSync(folder, { recursive: true, force: true })
}

function measure(): number {
  const file = join(folder, 'image.tar')
  run(['save', '--output', file, image])
  const bytes = gzipSync(readFileSync(file)).length
  rmSync(file)
  return Math.round(bytes / 100_000) / 10
}

async function use(): Promise<void> {
  const [port, data] = [await findFreePort(), join(folder, 'data')]
  mkdirSync(data)
  execFileSync('chmod', ['777', data])
  const flags = [
    '--read-only',
    '--cap-drop',
    'all',
    '--security-opt',
    'no-new-privileges',
    '--network',
    'host',
    '--volume',
    `${data}:/data`,
  ]
  const variables = [`SPINDRIFT_SANDBOX_PORT=${port}`, `SPINDRIFT_CONTROL_TOKEN=${token}`].flatMap((each) => ['--env', each])
  const url = `http://127.0.0.1:${port}`
  const ask = async (path: string, bearer: string, body?: object) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    return fetch(`${url}${path}`, {
      headers: { ...headers, connection: 'close' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  }
  const start = async () => {
    run(['run', '--detach', '--name', container, ...flags, ...variables, image])
    const [, ...health] = JSON.parse(run(['image', 'inspect', '--format', '{{json .Config.Healthcheck.Test}}', image])) as readonly string[]
    return tryHealth(() => run(['exec', container, ...health]))
  }
  const stop = () => {
    run(['stop', '--time', '10', container])
    const code = run(['inspect', '--format', '{{.State.ExitCode}}', container]).trim()
    run(['rm', container])
    return code
  }
  check('its own health check finds it ready', await start(), true)
  const inside = 'const fs = require("fs"); const may = (f) => { try { fs.writeFileSync(f, ""); return true } catch (e) { return e.code } }'
  const said = run([
    'exec',
    container,
    '/usr/local/bin/node',
    '-p',
    `${inside}; JSON.stringify([process.getuid(), may("/opt/x"), may("/tmp/x"), fs.existsSync("/bin/sh")])`,
  ])
  check('it is no root, can write nowhere but in /data, and has no shell', JSON.parse(said), [65_532, 'EROFS', 'EROFS', false])
  check('its controls are refused without the token', (await ask('/_sandbox/info', 'another')).status, 401)
  const info = (await (await ask('/_sandbox/info', token)).json()) as { readonly tokens: { readonly full: string } }
  const made = await ask('/v2/volumes', info.tokens.full, { name: 'kept', region: 'nyc3', size_gigabytes: 10 })
  check('it makes a volume', made.status, 201)
  check('it ends when it is told to', stop(), '0')
  check('another begins with the same data', await start(), true)
  const { volumes } = (await (await ask('/v2/volumes?name=kept', info.tokens.full)).json()) as { readonly volumes: readonly object[] }
  check('and has the volume', volumes.length, 1)
  stop()
}

async function tryHealth(ask: () => string): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      return ask().includes('is ready')
    } catch {
      await sleep(500)
    }
  }
  return false
}

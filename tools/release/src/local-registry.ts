/** An npm registry (Verdaccio) on loopback. Forwards requests for other packages to the registry that npm uses on this machine. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findFreePort } from '@spindrift/testing/find-free-port'
import { findNpmSetting } from './find-npm-setting.ts'

export interface LocalRegistry {
  readonly url: string
  readonly close: () => void
}

export async function startRegistry(folder: string): Promise<LocalRegistry> {
  const port = await findFreePort()
  const upstream = findNpmSetting('registry')
  // Verdaccio trusts the certificate authorities of Node; npm may be configured with more.
  const authorities = findNpmSetting('cafile')
  const configuration = join(folder, 'verdaccio.yaml')
  writeFileSync(
    configuration,
    JSON.stringify({
      storage: join(folder, 'storage'),
      auth: { htpasswd: { file: join(folder, 'htpasswd'), max_users: 10 } },
      uplinks: { machine: { url: upstream } },
      packages: {
        '@spindrift/*': { access: '$all', publish: '$all' },
        '**': { access: '$all', proxy: 'machine' },
      },
      log: { type: 'stdout', format: 'pretty', level: 'error' },
      web: { enable: false },
      // The reference package exceeds the default limit.
      max_body_size: '100mb',
    }),
  )
  const require = createRequire(import.meta.url)
  const program = join(dirname(require.resolve('verdaccio/package.json')), 'bin/verdaccio')
  const child = spawn(process.execPath, [program, '--config', configuration, '--listen', `http://127.0.0.1:${port}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...(authorities && { NODE_EXTRA_CA_CERTS: authorities }), ...process.env },
  })
  const url = `http://127.0.0.1:${port}/`
  await waitUntilReady(`${url}-/ping`, child)
  return { url, close: () => child.kill('SIGTERM') }
}

/** Timeout for a busy machine. */
const maxStartSeconds = 300

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + maxStartSeconds * 1000
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`The local registry exited with code ${child.exitCode} before it was ready.`)
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGTERM')
  throw new Error(`The local registry was not ready within ${maxStartSeconds} seconds.`)
}

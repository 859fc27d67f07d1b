/** A real registry (Verdaccio) on loopback, with storage of its own, that forwards what is not ours to the machine's own registry. */
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
  // Verdaccio trusts what Node trusts; npm may have been told of more.
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
      // The pages of the reference are more than it takes otherwise.
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
  await waitUntilUp(`${url}-/ping`, child)
  return { url, close: () => child.kill('SIGTERM') }
}

/** As long as a machine takes that does much else. */
const patienceSeconds = 300

async function waitUntilUp(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + patienceSeconds * 1000
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`The local registry ended with ${child.exitCode} before it answered.`)
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGTERM')
  throw new Error(`The local registry did not answer within ${patienceSeconds} seconds.`)
}

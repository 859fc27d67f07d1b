/** Packs the packages, unpacks them in an empty folder, and runs programs there. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendJson, startServer } from './scripted-server.ts'
import { repository } from '@spindrift/testing/check-types'

const run = promisify(execFile)
const client = join(repository, 'packages/client')
const folder = mkdtempSync(join(tmpdir(), 'spindrift-install-'))
const project = join(folder, 'project')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  for (const built of ['client/dist/index.js', 'types/dist/generated/index.js']) {
    if (!existsSync(join(repository, 'packages', built))) throw new Error(`packages/${built} is missing. Run \`pnpm build\`.`)
  }
  const modules = join(project, 'node_modules')
  for (const name of ['types', 'client']) {
    const { stdout } = await run('pnpm', ['pack', '--json', '--pack-destination', folder], { cwd: join(repository, 'packages', name) })
    const { filename } = JSON.parse(stdout) as { readonly filename: string }
    mkdirSync(join(modules, '@spindrift', name), { recursive: true })
    await run('tar', ['-xzf', filename, '-C', join(modules, '@spindrift', name), '--strip-components=1'])
  }
  for (const name of ['openapi-fetch', 'eventsource-parser'])
    symlinkSync(realpathSync(join(client, 'node_modules', name)), join(modules, name))
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
}, 120_000)

/** Runs a program in the folder with the installed packages and returns its output. */
async function runProgram(text: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const file = join(project, 'program.mjs')
  writeFileSync(file, text)
  const { stdout } = await run(process.execPath, [file], { cwd: project, env: { PATH: process.env['PATH'], ...environment } })
  return stdout
}

test('ten lines run in plain Node', async () => {
  const server = await startServer((response, request) => {
    if (request.url === '/v2/droplets')
      return sendJson(200, { droplets: [{ id: 412_800_101, name: 'web-01' }], meta: { total: 1 } })(response, request)
    return sendJson(404, { id: 'not_found', message: 'The resource you were accessing could not be found.' })(response, request)
  })
  const program = `
import { createCloud, NotFoundError } from '@spindrift/client'
import { createPathClient } from '@spindrift/client/paths'
import { createVolumes } from '@spindrift/client/volumes'

const { droplets } = await createCloud().droplets.list()
console.log(droplets[0].name)
const error = await createVolumes().get({ path: { volume_id: 'gone' } }).catch((reason) => reason)
console.log(error instanceof NotFoundError, error.id)
const { data, response } = await createPathClient().GET('/v2/droplets')
console.log(response.status, data.meta.total)
`
  const printed = await runProgram(program, { SPINDRIFT_BASE_URL: server.url, SPINDRIFT_TOKEN: 't' })
  expect(printed).toBe('web-01\ntrue not_found\n200 1\n')
  expect(server.requests.every(({ headers }) => headers.authorization === 'Bearer t')).toBe(true)
})

test('every entry point can be imported; those of the types are empty', async () => {
  const printed = await runProgram(`
import { readdirSync } from 'node:fs'
let imported = 0
for (const name of ['client', 'types']) {
  for (const file of readdirSync(new URL('node_modules/@spindrift/' + name + '/dist/generated', import.meta.url))) {
    if (!file.endsWith('.js') || file === 'index.js') continue
    const module = await import('@spindrift/' + name + '/' + file.slice(0, -3))
    if (name === 'types' && Object.keys(module).length > 0) throw new Error(file + ' of the types is not only types')
    imported += 1
  }
}
await import('@spindrift/types')
console.log(imported)
`)
  expect(Number(printed)).toBeGreaterThan(40)
})

test('entry points with peer dependencies work or name the missing package', async () => {
  const printed = await runProgram(`
import { createApplication } from '@spindrift/client/oauth'
import { createFileStore } from '@spindrift/client/oauth/file-store'
import { createInference } from '@spindrift/client/inference'
import { createNodeFetch } from '@spindrift/client/node'
import { requiredScopes } from '@spindrift/client/scopes'
import { createTestCloud } from '@spindrift/client/testing'
import { createTools } from '@spindrift/client/tools'

console.log([createApplication, createFileStore, createInference, createTools].every((each) => typeof each === 'function'))
console.log(requiredScopes('droplets_create').personal.join())
console.log((await createTestCloud().catch((reason) => reason)).message)
const tools = createTools({ baseUrl: 'http://127.0.0.1:1', token: 't', fetch: createNodeFetch() })
console.log((await tools.call('db-cluster-list').catch((reason) => reason)).message)
`)
  expect(printed.split('\n')).toEqual([
    'true',
    'droplet:create',
    'createTestCloud needs the sandbox. Run: npm install --save-dev @spindrift/sandbox',
    'createNodeFetch needs undici. Run: npm install undici',
    '',
  ])
})

test('the packages contain no sources', () => {
  for (const name of ['client', 'types']) {
    expect(existsSync(join(project, 'node_modules/@spindrift', name, 'README.md'))).toBe(true)
    expect(existsSync(join(project, 'node_modules/@spindrift', name, 'src'))).toBe(false)
    expect(existsSync(join(project, 'node_modules/@spindrift', name, 'test'))).toBe(false)
  }
})

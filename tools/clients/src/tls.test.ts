/** Clients that trust the generated certificate by environment variables alone, which `exec` sets and `env` prints. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startTestSandbox, type TestSandbox } from '@spindrift/testing/start-sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const python = '/usr/bin/python3'
const sandbox = fileURLToPath(new URL('../../../packages/sandbox/dist/main.js', import.meta.url))
const cwd = fileURLToPath(new URL('../python', import.meta.url))

const request = `os.environ["SPINDRIFT_BASE_URL"] + "/v2/account", headers={"Authorization": "Bearer " + os.environ["SPINDRIFT_TOKEN"]}`
const allPrograms = [
  { name: 'azure-core', command: [python, 'use_azure_core.py'], needs: 'import azure.core.credentials' },
  {
    name: 'requests',
    command: [python, '-c', `import os, requests; requests.get(${request}).raise_for_status()`],
    needs: 'import requests',
  },
  {
    name: 'urllib',
    command: [python, '-c', `import os; from urllib.request import Request, urlopen; urlopen(Request(${request}))`],
    needs: 'import ssl',
  },
  { name: 'curl', command: ['sh', '-c', 'curl -sS --fail -H "Authorization: Bearer $SPINDRIFT_TOKEN" "$SPINDRIFT_BASE_URL/v2/account"'] },
]

const programs = allPrograms.map((program) => ({
  ...program,
  isMissing: program.needs !== undefined && spawnSync(python, ['-c', program.needs]).status !== 0,
}))

let platform: TestSandbox
/** Shell commands that set the variables. */
let variables: string
const folder = mkdtempSync(join(tmpdir(), 'clients-'))
beforeAll(async () => {
  platform = await startTestSandbox({ tls: 'self-signed' })
  const flags = ['env', '--url', platform.url, '--ca-file', join(folder, 'ca.pem')]
  const untrusting = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' }
  variables = (await run(process.execPath, [sandbox, ...flags], { env: untrusting })).stdout
})
afterAll(async () => {
  await platform.close()
  rmSync(folder, { recursive: true })
})

it('connects every client over HTTPS through exec', async () => {
  const lines = programs.filter(({ isMissing }) => !isMissing).map(({ command }) => command.map((word) => `'${word}'`).join(' '))
  const flags = ['exec', '--tls', 'self-signed', '--', 'sh', '-exc', lines.join('\n')]
  await expect(run(process.execPath, [sandbox, ...flags], { cwd })).resolves.toBeDefined()
})

describe.each(programs)('$name', ({ command, isMissing }) => {
  it.skipIf(isMissing)('connects over HTTPS with the variables of env, and not without them', async () => {
    const start = (setUp: string) => run('sh', ['-c', `${setUp}\nexec "$@"`, 'sh', ...command], { cwd })
    await expect(start(variables)).resolves.toBeDefined()
    await expect(start(`${variables}\nunset SSL_CERT_FILE REQUESTS_CA_BUNDLE CURL_CA_BUNDLE`)).rejects.toThrow(/certificate/i)
  })
})

import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { checkClients } from './check-clients.ts'
import { breakReplies } from './break-replies.ts'
import { findMissing, programs } from './programs.ts'
import type { Program } from './program.ts'
import { parseLines, parsePlaybook, parseBuildSteps } from './parse-cases.ts'
import { startTestSandbox } from '@spindrift/testing/start-sandbox'

/** A client in one line that checks the slugs of regions. */
const regionsClient: Program = {
  name: 'regions-client',
  requirements: [],
  command: [
    process.execPath,
    '-e',
    `fetch(process.env.URL + '/v2/regions', { headers: { authorization: 'Bearer ' + process.env.TOKEN } })
      .then((response) => response.json())
      .then(({ regions }) => console.log(JSON.stringify({ case: 'regions', ok: regions.every(({ slug }) => typeof slug === 'string'), error: 'a slug is not a string' })))`,
  ],
  folder: '.',
  environment: ({ url, token }) => ({ URL: url, TOKEN: token }),
  parseOutput: parseLines,
}

it('passes a client that can read the replies', async () => {
  expect(await checkClients([regionsClient], startTestSandbox)).toEqual({
    passed: 1,
    total: 1,
    skipped: [],
    findings: [],
    families: { 'regions-client': ['regions'] },
  })
})

it('reports a client that gets null instead of a string', async () => {
  const broken = () => breakReplies(startTestSandbox, (body) => body.replaceAll(/"slug":"[^"]*"/g, '"slug":null'))
  expect((await checkClients([regionsClient], broken)).findings).toEqual(['regions-client: regions: a slug is not a string'])
})

it('counts a client that crashes or prints nothing as failed', async () => {
  const crashing = { ...regionsClient, name: 'crashing', command: [process.execPath, '-e', 'throw new Error("gone")'] }
  const silent = { ...regionsClient, name: 'silent', command: [process.execPath, '-e', '0'] }
  const { passed, total, findings } = await checkClients([crashing, silent], startTestSandbox)
  expect([passed, total]).toEqual([0, 2])
  expect(findings).toEqual([
    expect.stringContaining('crashing: exit: code 1'),
    expect.stringContaining('silent: exit: no cases in the output'),
  ])
})

it('skips a missing client and names the command that installs it', async () => {
  const absent = { ...regionsClient, name: 'absent', requirements: [{ file: '/nowhere/client', install: 'client-dev' }] }
  expect((await checkClients([absent], startTestSandbox)).skipped).toEqual([
    'absent: /nowhere/client is missing; run apt-get install client-dev',
  ])
})

it('parses a failed task of a playbook', () => {
  const tasks = [
    { task: { name: 'account' }, hosts: { localhost: {} } },
    { task: { name: 'droplet' }, hosts: { localhost: { failed: true, msg: 'no' } } },
  ]
  expect(parsePlaybook(`warning\n${JSON.stringify({ plays: [{ tasks }] })}`)).toEqual([
    { name: 'account' },
    { name: 'droplet', error: 'no' },
  ])
})

it('parses a failed step of a build', () => {
  const output =
    '1,,ui,say,==> box: Creating droplet...\n2,,ui,say,==> box: Waiting...\n2,,ui,error,==> box: Error waiting: no\n3,box,artifact-count,0'
  expect(parseBuildSteps(output)).toEqual([{ name: 'Creating droplet...' }, { name: 'Waiting...', error: 'Error waiting: no' }])
})

const go = programs.find(({ name }) => name === 'go')

it.skipIf(go === undefined || findMissing(go) !== undefined)('formats its Go programs', () => {
  expect(execFileSync('/usr/bin/gofmt', ['-l', go?.folder ?? '.']).toString()).toBe('')
})

import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { checkClients } from './check-clients.ts'
import { breakReplies } from './break-replies.ts'
import { findMissing, programs } from './programs.ts'
import type { Program } from './program.ts'
import { listLines, listPlaybook, listSteps } from './read-cases.ts'
import { startTestSandbox } from '@spindrift/testing/start-sandbox'

/** A client in a line: reads the droplets and says whether it understood. */
const asks: Program = {
  name: 'asks',
  needs: [],
  command: [
    process.execPath,
    '-e',
    `fetch(process.env.URL + '/v2/regions', { headers: { authorization: 'Bearer ' + process.env.TOKEN } })
      .then((response) => response.json())
      .then(({ regions }) => console.log(JSON.stringify({ case: 'regions', ok: regions.every(({ slug }) => typeof slug === 'string'), error: 'a slug is no text' })))`,
  ],
  folder: '.',
  environment: ({ url, token }) => ({ URL: url, TOKEN: token }),
  read: listLines,
}

it('passes a client that understands what it reads', async () => {
  expect(await checkClients([asks], startTestSandbox)).toEqual({ passed: 1, total: 1, skipped: [], findings: [] })
})

it('catches a platform that answers null for a text', async () => {
  const broken = () => breakReplies(startTestSandbox, (body) => body.replaceAll(/"slug":"[^"]*"/g, '"slug":null'))
  expect((await checkClients([asks], broken)).findings).toEqual(['asks: regions: a slug is no text'])
})

it('counts a client that falls, and one that says nothing, as failed', async () => {
  const falls = { ...asks, name: 'falls', command: [process.execPath, '-e', 'throw new Error("gone")'] }
  const silent = { ...asks, name: 'silent', command: [process.execPath, '-e', '0'] }
  const { passed, total, findings } = await checkClients([falls, silent], startTestSandbox)
  expect([passed, total]).toEqual([0, 2])
  expect(findings).toEqual([
    expect.stringContaining('falls: to the end: ended with 1'),
    expect.stringContaining('silent: to the end: said nothing'),
  ])
})

it('skips what the machine lacks, and says how to install it', async () => {
  const absent = { ...asks, name: 'absent', needs: [{ file: '/nowhere/client', install: 'client-dev' }] }
  expect((await checkClients([absent], startTestSandbox)).skipped).toEqual(['absent: /nowhere/client missing; apt-get install client-dev'])
})

it('reads a failed task of a playbook', () => {
  const tasks = [
    { task: { name: 'account' }, hosts: { localhost: {} } },
    { task: { name: 'droplet' }, hosts: { localhost: { failed: true, msg: 'no' } } },
  ]
  expect(listPlaybook(`warning\n${JSON.stringify({ plays: [{ tasks }] })}`)).toEqual([
    { name: 'account' },
    { name: 'droplet', error: 'no' },
  ])
})

it('reads a failed step of a build', () => {
  const output =
    '1,,ui,say,==> box: Creating droplet...\n2,,ui,say,==> box: Waiting...\n2,,ui,error,==> box: Error waiting: no\n3,box,artifact-count,0'
  expect(listSteps(output)).toEqual([{ name: 'Creating droplet...' }, { name: 'Waiting...', error: 'Error waiting: no' }])
})

const go = programs.find(({ name }) => name === 'go')

it.skipIf(go === undefined || findMissing(go) !== undefined)('has Go programs that are formatted', () => {
  expect(execFileSync('/usr/bin/gofmt', ['-l', go?.folder ?? '.']).toString()).toBe('')
})

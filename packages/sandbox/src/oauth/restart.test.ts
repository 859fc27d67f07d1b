/** Tests that consumed codes and grants survive a restart. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SandboxProcess, startSandboxProcess } from '@spindrift/testing/start-sandbox-process'
import { afterEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../start-sandbox.ts'
import { attach, exchangeOf, getCode, getPair, openBrowser, refreshOf } from '../../test/oauth/oauth-sandbox.ts'

const folders: string[] = []
const processes: SandboxProcess[] = []

function createStateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-restart-'))
  folders.push(folder)
  return join(folder, 'state.db')
}

afterEach(async () => {
  for (const sandbox of processes.splice(0)) await sandbox.stop('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

async function startProcess(state: string) {
  const sandbox = await startSandboxProcess({ flags: ['--state', state] })
  processes.push(sandbox)
  return { ...attach(sandbox.url, sandbox), kill: () => sandbox.stop('SIGKILL') }
}

describe('after a restart', { timeout: 60_000 }, () => {
  it('keeps codes, token pairs, sessions and consents', async () => {
    const state = createStateFile()
    const first = await startSandbox({ port: 0, state })
    const before = attach(first.url, first.credentials())
    const browser = openBrowser(before)
    const spent = exchangeOf(before, (await browser.authorize(before.link())).location.searchParams.get('code') ?? '')
    const { body: old } = await before.form('/v1/oauth/token', spent)
    const { body: pair } = await before.form('/v1/oauth/refresh', refreshOf(old.refresh_token))
    const unspent = exchangeOf(before, await getCode(before))
    await first.close()
    const second = await startSandbox({ port: 0, state })
    const after = attach(second.url, second.credentials())
    const later = openBrowser(after)
    later.setCookie(browser.cookie())
    expect((await later.go(after.link({ prompt: 'none' }))).location.searchParams.has('code')).toBe(true)
    expect((await after.form('/v1/oauth/token', unspent)).status).toBe(200)
    expect([(await after.get('/v2/account', old.access_token)).status, (await after.get('/v2/account', pair.access_token)).status]).toEqual(
      [401, 200],
    )
    const { status, body: next } = await after.form('/v1/oauth/refresh', refreshOf(pair.refresh_token))
    expect(status).toBe(200)
    // The used code is remembered: a replay revokes its tokens.
    await after.pass(10)
    expect((await after.form('/v1/oauth/token', spent)).body.error).toBe('invalid_grant')
    expect((await after.get('/v2/account', next.access_token)).status).toBe(401)
    await second.close()
  })

  it('keeps users and their accounts, and runs their pending jobs', async () => {
    const state = createStateFile()
    const first = await startSandbox({ port: 0, state })
    const before = attach(first.url, first.credentials())
    const { tokens } = await before.addUser()
    const webServer = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }
    const { droplet } = (await before.post('/v2/droplets', tokens.full, webServer)).body
    await first.close()
    const second = await startSandbox({ port: 0, state })
    const after = attach(second.url, second.credentials())
    await after.pass(60)
    expect((await after.get(`/v2/droplets/${droplet.id}`, tokens.full)).body.droplet.status).toBe('active')
    expect((await after.get(`/v2/droplets/${droplet.id}`, after.tokens.full)).status).toBe(404)
    await second.close()
  })
})

describe('after kill -9', { timeout: 180_000 }, () => {
  it('keeps an answered refresh exactly once', async () => {
    const state = createStateFile()
    const first = await startProcess(state)
    const old = await getPair(first)
    const { status, body: pair } = await first.form('/v1/oauth/refresh', refreshOf(old.refresh_token))
    await first.kill()
    expect(status).toBe(200)
    const second = await startProcess(state)
    expect([
      (await second.get('/v2/account', old.access_token)).status,
      (await second.get('/v2/account', pair.access_token)).status,
    ]).toEqual([401, 200])
    expect((await second.form('/v1/oauth/refresh', refreshOf(pair.refresh_token))).status).toBe(200)
    expect((await second.form('/v1/oauth/refresh', refreshOf(old.refresh_token))).body.error).toBe('invalid_grant')
    await second.kill()
  })

  it('applies a refresh in flight completely or not at all', async () => {
    const state = createStateFile()
    let running = await startProcess(state)
    for (let round = 0; round < 4; round += 1) {
      const old = await getPair(running)
      const use = running.form('/v1/oauth/refresh', refreshOf(old.refresh_token)).catch(() => undefined)
      await Promise.race([use, new Promise((resolve) => setTimeout(resolve, round))])
      await running.kill()
      const granted = [await use].filter((response) => response?.status === 200)
      running = await startProcess(state)
      const isOldAlive = (await running.get('/v2/account', old.access_token)).status === 200
      expect(granted.length).toBeLessThanOrEqual(isOldAlive ? 0 : 1)
      for (const { body } of granted.flatMap((response) => response ?? []))
        expect((await running.get('/v2/account', body.access_token)).status).toBe(200)
      const isOldGood = (await running.form('/v1/oauth/refresh', refreshOf(old.refresh_token))).status === 200
      expect(isOldGood).toBe(isOldAlive)
    }
  })
})

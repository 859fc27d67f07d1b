/** Guessing passwords gets slow, for whoever guesses and for no longer than an hour. */
import { DatabaseSync } from 'node:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished } from 'vitest'
import { startSandbox } from '../start-sandbox.ts'
import { it as base, attach, createOAuth, type OAuthSandbox, openBrowser } from '../../test/oauth/oauth-sandbox.ts'

async function begin(sandbox: OAuthSandbox = createOAuth()) {
  await sandbox.freeze()
  const guess = async (email = sandbox.user.email, password = 'wrong', browser = openBrowser(sandbox)) => {
    const page = await browser.submit(await browser.go(sandbox.link()), { email, password })
    return { status: page.status, wait: Number(page.headers.get('retry-after')), text: page.text }
  }
  const guessOften = async (times: number, email?: string) => {
    let last = await guess(email)
    for (let n = 1; n < times; n += 1) last = await guess(email)
    return last
  }
  return { ...sandbox, guess, guessOften }
}

const it = base.extend('guessing', () => begin())

describe('throttling of sign-ins (RFC 6819, 5.1.4.2.4)', () => {
  it('rejects even the right password after five failures and states the wait', async ({ guessing: { guess, guessOften, user, pass } }) => {
    expect((await guessOften(5)).status).toBe(422)
    const refused = await guess(user.email, user.password)
    expect([refused.status, refused.wait]).toEqual([429, 5])
    expect(refused.text).toContain('Wait 5 seconds, then try again.')
    await pass(5)
    expect((await guess(user.email, user.password)).status).toBe(303)
  })

  it('doubles the wait after each failure, up to 15 minutes', async ({ guessing: { guess, guessOften, pass } }) => {
    await guessOften(5)
    const waits: number[] = []
    for (let n = 0; n < 9; n += 1) {
      const { status, wait } = await guess()
      expect(status).toBe(429)
      waits.push(wait)
      await pass(wait)
      expect((await guess()).status).toBe(422)
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900])
  })

  it('does not extend the wait for attempts made during it', async ({ guessing: { guess, guessOften, user, pass } }) => {
    await guessOften(40)
    await pass(5)
    expect((await guess(user.email, user.password)).status).toBe(303)
  })

  it('ends the throttling an hour after the first failure', async ({ guessing: { guess, guessOften, user, pass } }) => {
    await guessOften(5)
    for (let n = 0; n < 7; n += 1) {
      await pass(443)
      expect((await guess()).status).toBe(422)
    }
    // The next wait is longer than the rest of the hour.
    expect((await guess()).wait).toBe(499)
    await pass(499)
    expect((await guess(user.email, user.password)).status).toBe(303)
  })

  it('resets the failures of an account after a successful sign-in', async ({ guessing: { guess, guessOften, user } }) => {
    await guessOften(4)
    expect((await guess(user.email, user.password)).status).toBe(303)
    expect((await guessOften(5)).status).toBe(422)
    expect((await guess()).status).toBe(429)
  })

  it('normalizes the email address and leaves other users alone', async ({ guessing: sandbox }) => {
    await sandbox.addUser()
    await sandbox.guessOften(5)
    expect((await sandbox.guess(` ${sandbox.user.email.toUpperCase()}`)).status).toBe(429)
    expect((await sandbox.guess('ana@harbour.example', 'harbour-1')).status).toBe(303)
  })

  it('answers in the same way for an unknown email address', async ({ guessing: { guess, guessOften, user } }) => {
    const steps = async (email: string) => [await guessOften(4, email), await guess(email), await guess(email)]
    const plain = (answers: Awaited<ReturnType<typeof steps>>, email: string) =>
      answers.map(({ text, ...rest }) => ({ ...rest, text: text.replaceAll(email, '').replaceAll(/value="[0-9a-f]{64}"/g, '') }))
    expect(plain(await steps('nobody@harbour.example'), 'nobody@harbour.example')).toEqual(plain(await steps(user.email), user.email))
  })

  it('does not throttle a browser in which the user is signed in', async ({ guessing: sandbox, browser }) => {
    await browser.signIn(sandbox.link())
    await sandbox.guessOften(6)
    expect((await sandbox.guess()).status).toBe(429)
    expect((await sandbox.guess(sandbox.user.email, sandbox.user.password, browser)).status).toBe(303)
  })

  it('ends the throttling when the clock is set back', async ({ guessing: sandbox }) => {
    await sandbox.guessOften(6)
    await sandbox.control('clock', { now: '2020-01-01T00:00:00Z' })
    expect((await sandbox.guess(sandbox.user.email, sandbox.user.password)).status).toBe(303)
  })
})

it('throttles a network address that guesses at many accounts, and deletes its records afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-guessing-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const state = join(folder, 'state.db')
  // Hashes that cost nothing to compare, as the test guesses 50 passwords.
  const users = Array.from({ length: 50 }, (_, n) => ({
    email: `guest-${n}@harbour.example`,
    password_hash: `scrypt$2$00$${'0'.repeat(64)}`,
  }))
  const running = await startSandbox({ port: 0, state, world: { users } })
  const sandbox = await begin(attach(running.url, running.credentials()))
  for (const { email } of users) expect((await sandbox.guess(email)).status).toBe(422)
  expect(await sandbox.guess('another@harbour.example')).toMatchObject({ status: 429, wait: 5 })
  await sandbox.pass(3600)
  expect((await sandbox.guess('another@harbour.example')).status).toBe(422)
  await sandbox.pass(3600)
  await sandbox.get('/v2/account', sandbox.tokens.full)
  await running.close()
  const file = new DatabaseSync(state, { readOnly: true })
  const { n } = file.prepare("SELECT count(*) AS n FROM rows WHERE kind = 'oauth-attempts'").get() ?? {}
  file.close()
  expect(n).toBe(0)
}, 60_000)

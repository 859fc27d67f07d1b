/** The state file does not grow forever: expired records are deleted. */
import { DatabaseSync } from 'node:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../start-sandbox.ts'
import { attach, getCode, getPair, refreshOf } from '../../test/oauth/oauth-sandbox.ts'

const day = 86_400

it('deletes expired codes, tokens, sessions and replay records from the state file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-expired-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const state = join(folder, 'state.db')
  const use = async (ask: (sandbox: ReturnType<typeof attach>) => Promise<void>) => {
    const running = await startSandbox({ port: 0, state })
    await ask(attach(running.url, running.credentials()))
    await running.close()
    const file = new DatabaseSync(state, { readOnly: true })
    const rows = file
      .prepare("SELECT kind, count(*) AS n FROM rows WHERE kind IN ('token', 'oauth-code', 'oauth-session', 'oauth-spent') GROUP BY kind")
      .all()
    const { n: job } = file.prepare("SELECT count(*) AS n FROM jobs WHERE name = 'oauth.forget'").get() ?? {}
    file.close()
    return Object.fromEntries([...rows.map(({ kind, n }) => [String(kind), Number(n)]), ['due', Number(job)]])
  }
  const before = await use(async () => {})
  const after = await use(async (sandbox) => {
    for (let round = 0; round < 3; round += 1) {
      await getCode(sandbox)
      const { refresh_token: token } = await getPair(sandbox)
      await sandbox.form('/v1/oauth/refresh', refreshOf(token))
    }
  })
  // The spent: three codes and three refresh tokens.
  expect(after).toMatchObject({ 'oauth-code': 3, 'oauth-spent': 6, token: (before['token'] ?? 0) + 3 })
  expect(await use(async (sandbox) => void (await sandbox.pass(31 * day)))).toEqual(before)
})

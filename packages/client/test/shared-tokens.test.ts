/** Processes that share a token file with expired tokens: all continue with the same new pair. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startSandbox } from '@spindrift/sandbox'
import { expect, onTestFinished, test } from 'vitest'
import { createFileStore } from '../src/oauth/file-token-store.ts'
import { createApplication } from '../src/oauth/index.ts'
import { signIn } from '../src/testing/sign-in.ts'
import { repository } from '@spindrift/testing/check-types'

test('six concurrent processes share one refresh', async () => {
  const running = await startSandbox({ port: 0, rateLimits: 'report' })
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-shared-'))
  onTestFinished(async () => {
    await running.close()
    rmSync(folder, { recursive: true })
  })
  const baseUrl = running.url
  const { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri } = running.credentials().oauth
  const application = createApplication({ baseUrl, clientId, clientSecret, redirectUri })
  const { url, pending } = await application.begin()
  const sandbox = { ...running, fetch: (at: string | URL | Request, init?: RequestInit) => fetch(at, { ...init, redirect: 'manual' }) }
  const grant = await application.finish(await signIn(sandbox, url, running.credentials()), pending)
  const file = join(folder, 'tokens.json')
  await createFileStore(file).save({ accessToken: grant.access_token, refreshToken: grant.refresh_token, expiresAt: 0 })

  const program = join(repository, 'packages/client/test/refresh-program.ts')
  const run = async () => (await promisify(execFile)(process.execPath, [program, baseUrl, clientId, file])).stdout.trim()
  const tokens = new Set(await Promise.all(Array.from({ length: 6 }, run)))
  expect([...tokens]).toEqual([expect.stringMatching(/^doo_v1_/)])
  expect(tokens).not.toContain(grant.access_token)
  const stored = await createFileStore(file).load()
  expect(stored?.accessToken).toBe([...tokens][0])
  expect((await application.refresh(stored?.refreshToken ?? '')).access_token).toMatch(/^doo_v1_/)
})

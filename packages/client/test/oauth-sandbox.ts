/** A sandbox with a registered application and a session of a user. */
import { onTestFinished } from 'vitest'
import { createApplication, createMemoryStore, createSession, type Scope, type SessionOptions } from '../src/oauth/index.ts'
import { createTestCloud } from '../src/testing/index.ts'

export async function createOAuth() {
  const platform = await createTestCloud()
  onTestFinished(() => platform.close())
  const { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri } = platform.sandbox.credentials().oauth
  /** Sent requests by method and path. */
  const sent: { readonly line: string; readonly init: RequestInit }[] = []
  const fetch = async (url: string, init: RequestInit) => {
    sent.push({ line: `${init.method} ${new URL(url).pathname}`, init })
    return platform.sandbox.fetch(url, init)
  }
  const { token: _, ...options } = platform.options
  let time = 0
  const now = () => time
  const application = createApplication({ ...options, fetch, clientId, clientSecret, redirectUri })
  return {
    ...platform,
    application,
    fetch,
    sent,
    registration: { clientId, clientSecret, redirectUri },
    /** Clock of the sessions, independent of the platform's. */
    now,
    pass: (seconds: number) => void (time += seconds * 1000),
    count: (line: string) => sent.filter((each) => each.line === line).length,
    /** Signs in and starts a session. */
    openSession: async (scope: Scope = 'read write', more: Partial<SessionOptions> = {}) => {
      const { url, pending } = await application.begin({ scope })
      const grant = await application.finish(await platform.signIn(url), pending)
      const store = createMemoryStore()
      const session = createSession({ application, store, fetch, now, ...more })
      await session.start(grant)
      return { grant, session, store }
    },
  }
}

export const thirtyDays = 30 * 24 * 3600

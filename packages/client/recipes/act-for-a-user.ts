import { createCloud } from '@spindrift/client'
import { createApplication, createMemoryStore, createSession } from '@spindrift/client/oauth'

const application = createApplication({
  clientId: process.env['CLIENT_ID']!,
  clientSecret: process.env['CLIENT_SECRET']!,
  redirectUri: process.env['REDIRECT_URI']!,
})

// Store `pending` in the user's session. Redirect the browser to `url`; it returns to the redirect URI.
const { url, pending } = await application.begin({ scope: 'read write' })
const callback = await sendUserTo(url)

const session = createSession({ application, store: createMemoryStore() })
await session.start(await application.finish(callback, pending))

// The session refreshes an expired token once, even when several calls need it.
const cloud = createCloud({ token: session.token, fetch: session.fetch })
console.log((await cloud.account.get()).account.email)

await session.end()

declare function sendUserTo(url: string): Promise<string>

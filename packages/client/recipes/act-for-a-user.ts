import { createCloud } from '@spindrift/client'
import { createApplication, createMemoryStore, createSession } from '@spindrift/client/oauth'

const application = createApplication({
  clientId: process.env['CLIENT_ID']!,
  clientSecret: process.env['CLIENT_SECRET']!,
  redirectUri: process.env['REDIRECT_URI']!,
})

// Keep `pending` in the user's session. The browser goes to `url` and comes back to the redirect URI.
const { url, pending } = await application.begin({ scope: 'read write' })
const callback = await sendUserTo(url)

const session = createSession({ application, store: createMemoryStore() })
await session.start(await application.finish(callback, pending))

// From now on tokens are refreshed when they end, once for however many calls need it.
const cloud = createCloud({ token: session.token, fetch: session.fetch })
console.log((await cloud.account.get()).account.email)

await session.end()

declare function sendUserTo(url: string): Promise<string>

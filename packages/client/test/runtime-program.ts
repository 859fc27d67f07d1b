/** Program for runtimes.test.ts: uses every portable entry point. Bundled, then run on each runtime. */
import { createCloud, NotFoundError } from '../src/index.ts'
import { createInference } from '../src/inference/index.ts'
import { createApplication, createMemoryStore, createSession } from '../src/oauth/index.ts'
import { createPathClient } from '../src/path-client.ts'
import { missingScopes } from '../src/scopes/index.ts'
import { createTools } from '../src/tools/index.ts'

export interface Environment {
  readonly baseUrl: string
  readonly token: string
  readonly key: string
  readonly clientId: string
  readonly accessToken: string
  readonly refreshToken: string
}

export async function runEverything({ baseUrl, token, key, clientId, accessToken, refreshToken }: Environment): Promise<unknown> {
  const cloud = createCloud({ baseUrl, token })
  const name = `tide-${Date.now() % 100_000}`
  const { volume } = await cloud.volumes.create({ body: { name, region: 'nyc3', size_gigabytes: 100 } })
  await cloud.volumes.delete({ path: { volume_id: volume.id } })
  const error: unknown = await cloud.volumes.get({ path: { volume_id: volume.id } }).catch((reason: unknown) => reason)
  const { response } = await createPathClient({ baseUrl, token }).GET('/v2/account')

  const inference = createInference({ baseUrl, key })
  const requests = { model: 'llama3.3-70b-instruct', messages: [{ role: 'user' as const, content: 'Do you have tide tables? 🌊' }] }
  const chat = inference.chat({ ...requests, stream: true })
  const text = await chat.finalText()
  const fullReply = (await inference.chat(requests)).choices[0]?.message.content
  const left = inference.chat({ ...requests, stream: true })
  const reading = (async () => {
    for await (const _ of left) left.abort(new Error('enough'))
  })()
  const aborted: unknown = await reading.catch((reason: Error) => reason.message)
  const { data } = await inference.embeddings({ model: 'gte-large-en-v1.5', input: 'tides' })

  let refreshes = 0
  const count = (url: string, init: RequestInit) => {
    if (url.endsWith('/v1/oauth/refresh')) refreshes += 1
    return fetch(url, init)
  }
  const application = createApplication({ baseUrl, clientId, redirectUri: 'http://localhost/back', fetch: count })
  const { url } = await application.begin()
  const session = createSession({ application, store: createMemoryStore() })
  await session.start({ accessToken, refreshToken, expiresAt: 0 })
  const mine = createCloud({ baseUrl, token: session.token, fetch: session.fetch })
  const accounts = await Promise.all(Array.from({ length: 20 }, () => mine.account.get()))

  return {
    made: volume.name === name,
    missing: error instanceof NotFoundError && error.id,
    byPath: response.status,
    streamed: text !== '' && text === fullReply,
    aborted,
    embedded: data[0]?.embedding.length,
    challenge: new URL(url).searchParams.get('code_challenge')?.length,
    accounts: accounts.length,
    refreshes,
    missingScopes: missingScopes('tags_create', ['read']),
    clusters: await createTools({ baseUrl, token }).call('db-cluster-list'),
  }
}

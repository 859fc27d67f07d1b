/** Type tests of OAuth. Compiled by `tsc`, never run. */
/* oxlint-disable vitest/expect-expect -- each `@ts-expect-error` is an assertion */
import type { TokenGrant } from '@spindrift/types/oauth'
import { expectTypeOf, test } from 'vitest'
import { createCloud } from '../index.ts'
import { createFileStore } from './file-token-store.ts'
import {
  createApplication,
  createMemoryStore,
  createSession,
  type PendingAuthorization,
  parseFragment,
  type StoredTokens,
  type TokenStore,
} from './index.ts'

const application = createApplication({ clientId: 'c', clientSecret: 's', redirectUri: 'http://localhost/back' })
const session = createSession({ application, store: createMemoryStore() })

test('results have exact types', () => {
  expectTypeOf(application.begin()).resolves.toHaveProperty('pending').toEqualTypeOf<PendingAuthorization>()
  expectTypeOf(application.finish('/back', { state: 's', scope: 'read' })).resolves.toEqualTypeOf<TokenGrant>()
  expectTypeOf(parseFragment('/back', { state: 's', scope: 'read' })).toEqualTypeOf<StoredTokens>()
  expectTypeOf(createFileStore('tokens.json')).toEqualTypeOf<TokenStore>()
})

test('a session fits the options of a client', () => {
  createCloud({ token: session.token, fetch: session.fetch })
  void session.start({ accessToken: 'a', expiresAt: 0 })
})

test('a store may be synchronous or asynchronous', () => {
  const row = new Map<string, StoredTokens>()
  const store: TokenStore = {
    load: async () => row.get('maya'),
    save: (tokens) => void (tokens ? row.set('maya', tokens) : row.delete('maya')),
  }
  createSession({ application, store })
})

test('invalid calls do not compile', () => {
  // @ts-expect-error an application needs its redirect URI
  createApplication({ clientId: 'c' })
  // @ts-expect-error an application has no token
  createApplication({ clientId: 'c', redirectUri: 'r', token: 't' })
  // @ts-expect-error it is `read` or `read write`
  void application.begin({ scope: 'write' })
  // @ts-expect-error the state is missing
  void application.finish('/back', { scope: 'read' })
  // @ts-expect-error save is missing
  createSession({ application, store: { load: () => undefined } })
})

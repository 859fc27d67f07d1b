/** What compiles of the OAuth kit and what does not. Compiled by `tsc`, never run. */
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
  readFragment,
  type StoredTokens,
  type TokenStore,
} from './index.ts'

const application = createApplication({ clientId: 'c', clientSecret: 's', redirectUri: 'http://localhost/back' })
const session = createSession({ application, store: createMemoryStore() })

test('results are exact', () => {
  expectTypeOf(application.begin()).resolves.toHaveProperty('pending').toEqualTypeOf<PendingAuthorization>()
  expectTypeOf(application.finish('/back', { state: 's', scope: 'read' })).resolves.toEqualTypeOf<TokenGrant>()
  expectTypeOf(readFragment('/back', { state: 's', scope: 'read' })).toEqualTypeOf<StoredTokens>()
  expectTypeOf(createFileStore('tokens.json')).toEqualTypeOf<TokenStore>()
})

test('a session is what a client takes', () => {
  createCloud({ token: session.token, fetch: session.fetch })
  void session.start({ accessToken: 'a', expiresAt: 0 })
})

test('a store may be anything that loads and saves, at once or later', () => {
  const row = new Map<string, StoredTokens>()
  const store: TokenStore = {
    load: async () => row.get('maya'),
    save: (tokens) => void (tokens ? row.set('maya', tokens) : row.delete('maya')),
  }
  createSession({ application, store })
})

test('what is wrong is an error', () => {
  // @ts-expect-error an application needs its redirect URI
  createApplication({ clientId: 'c' })
  // @ts-expect-error a client of the application takes no token of its own
  createApplication({ clientId: 'c', redirectUri: 'r', token: 't' })
  // @ts-expect-error it is `read` or `read write`
  void application.begin({ scope: 'write' })
  // @ts-expect-error the state has to be known
  void application.finish('/back', { scope: 'read' })
  // @ts-expect-error a store saves, too
  createSession({ application, store: { load: () => undefined } })
})

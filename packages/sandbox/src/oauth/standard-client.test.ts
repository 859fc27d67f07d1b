/** A standard OAuth client library against a listening sandbox. */
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningSandbox } from '../start-sandbox.ts'
import { startTestSandbox } from '../../test/open-sandbox.ts'
import { attach, openBrowser } from '../../test/oauth/oauth-sandbox.ts'

// The client demands HTTPS everywhere but here.
const local = { [oauth.allowInsecureRequests]: true }

let running: RunningSandbox
let tools: ReturnType<typeof attach>
let server: oauth.AuthorizationServer

beforeAll(async () => {
  running = await startTestSandbox({ port: 0, seed: 7, checkReplies: true })
  tools = attach(running.url, running.credentials())
  const issuer = new URL(running.url)
  server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...local }))
})
afterAll(() => running.close())

const identities = [
  { name: 'HTTP Basic', make: () => oauth.ClientSecretBasic(tools.client.client_secret) },
  { name: 'the body', make: () => oauth.ClientSecretPost(tools.client.client_secret) },
]

async function authorize(verifier: string, state: string, expectedState: string | typeof oauth.expectNoState = state) {
  const client: oauth.Client = { client_id: tools.client.client_id }
  const link = new URL(server.authorization_endpoint ?? '')
  const challenge = await oauth.calculatePKCECodeChallenge(verifier)
  for (const [name, value] of Object.entries({
    client_id: client.client_id,
    redirect_uri: tools.client.redirect_uri,
    response_type: 'code',
    scope: 'read write',
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }))
    link.searchParams.set(name, value)
  const { location } = await openBrowser(tools).authorize(`${link.pathname}${link.search}`)
  return { client, callback: oauth.validateAuthResponse(server, client, location, expectedState) }
}

describe('the metadata of the authorization server', () => {
  it('passes the checks of a standard client library', () => {
    expect(server).toMatchObject({
      issuer: running.url,
      token_endpoint: `${running.url}/v1/oauth/token`,
      revocation_endpoint: `${running.url}/v1/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
    })
  })
})

describe.each(identities)('a client that authenticates with $name', ({ make }) => {
  it('completes the code flow with PKCE, then uses, refreshes and revokes the token', async () => {
    const verifier = oauth.generateRandomCodeVerifier()
    const { client, callback } = await authorize(verifier, oauth.generateRandomState())
    const exchange = await oauth.authorizationCodeGrantRequest(server, client, make(), callback, tools.client.redirect_uri, verifier, local)
    const grant = await oauth.processAuthorizationCodeResponse(server, client, exchange)
    expect([grant.token_type, grant.scope, grant.expires_in]).toEqual(['bearer', 'read write', 2592000])

    const account = await oauth.protectedResourceRequest(
      grant.access_token,
      'GET',
      new URL('/v2/account', running.url),
      undefined,
      undefined,
      local,
    )
    expect(account.status).toBe(200)

    const refresh = await oauth.refreshTokenGrantRequest(server, client, make(), grant.refresh_token ?? '', local)
    const next = await oauth.processRefreshTokenResponse(server, client, refresh)
    expect((await tools.get('/v2/account', grant.access_token)).status).toBe(401)
    expect((await tools.get('/v2/account', next.access_token)).status).toBe(200)

    // This server requires a bearer token in place of client authentication.
    const asBearer: oauth.ClientAuth = (_server, _client, _body, headers) => headers.set('authorization', `Bearer ${next.access_token}`)
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, asBearer, next.access_token, local))
    expect((await tools.get('/v2/account', next.access_token)).status).toBe(401)
  })

  it('parses invalid_grant for a wrong verifier and a used code', async () => {
    const verifier = oauth.generateRandomCodeVerifier()
    const { client, callback } = await authorize(verifier, 's')
    const exchange = async (secret: string) =>
      oauth.processAuthorizationCodeResponse(
        server,
        client,
        await oauth.authorizationCodeGrantRequest(server, client, make(), callback, tools.client.redirect_uri, secret, local),
      )
    await expect(exchange(oauth.generateRandomCodeVerifier())).rejects.toMatchObject({ error: 'invalid_grant', status: 400 })
    await exchange(verifier)
    await expect(exchange(verifier)).rejects.toMatchObject({ error: 'invalid_grant', status: 400 })
  })
})

describe('a standard client library', () => {
  it('[client-compares-state] aborts when the returned state differs', async () => {
    await expect(authorize(oauth.generateRandomCodeVerifier(), 'sent', 'another')).rejects.toThrow(/state/)
  })

  it('parses invalid_client for a wrong secret', async () => {
    const verifier = oauth.generateRandomCodeVerifier()
    const { client, callback } = await authorize(verifier, 's')
    const wrong = oauth.ClientSecretBasic('wrong')
    const response = await oauth.authorizationCodeGrantRequest(server, client, wrong, callback, tools.client.redirect_uri, verifier, local)
    await expect(oauth.processAuthorizationCodeResponse(server, client, response)).rejects.toThrow(
      expect.objectContaining({ cause: expect.arrayContaining([expect.objectContaining({ scheme: 'basic' })]) }),
    )
  })

  it('parses access_denied when the user denies', async () => {
    const browser = openBrowser(tools)
    const consent = await browser.signIn(tools.link({ state: 's' }))
    const { location } = await browser.submit(consent, { decision: 'deny' })
    expect(() => oauth.validateAuthResponse(server, { client_id: tools.client.client_id }, location, 's')).toThrow(
      expect.objectContaining({ error: 'access_denied' }),
    )
  })
})

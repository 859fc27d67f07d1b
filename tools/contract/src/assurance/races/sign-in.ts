/** Signs a user in and gives consent, so that every later request for a code succeeds without a page. */
import { createFormBrowser, type SendPageRequest } from '@spindrift/testing/sign-in'
import { type SendRequest, parseBody } from '../http-client.ts'
import type { Credentials } from '@spindrift/testing/start-sandbox-process'

export interface TokenPair {
  readonly access_token: string
  readonly refresh_token: string
}

export interface OAuthSession {
  readonly requestCode: () => Promise<string>
  readonly requestTokens: () => Promise<TokenPair>
  /** Builds the form of the token request. */
  readonly buildExchangeForm: (requestCode: string) => Readonly<Record<string, string>>
}

export async function signIn(sendRequest: SendRequest, { oauth, user }: Credentials): Promise<OAuthSession> {
  const send: SendPageRequest = async (method, path, { headers, body }) => {
    const response = await sendRequest({ method, path, token: '', headers, ...(body && { form: Object.fromEntries(body) }) })
    const received = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    return { status: response.status, headers: new Headers(received), text: response.text }
  }
  const { client_id, redirect_uri } = oauth
  const link = `/v1/oauth/authorize?${new URLSearchParams({ client_id, redirect_uri, response_type: 'code', scope: 'read write' })}`
  const browser = createFormBrowser({ base: redirect_uri, user, send })
  await browser.authorize(link)

  const buildExchangeForm = (code: string) => ({ grant_type: 'authorization_code', code, ...oauth })
  const requestCode = async () => {
    const { location, status } = await browser.go(`${link}&prompt=none`)
    const code = location.searchParams.get('code')
    if (code === null) throw new Error(`No code came: ${status} ${location}`)
    return code
  }
  const requestTokens = async () =>
    parseBody<TokenPair>(
      await sendRequest({ method: 'POST', path: '/v1/oauth/token', form: buildExchangeForm(await requestCode()), token: '' }),
    )
  return { requestCode, requestTokens, buildExchangeForm }
}

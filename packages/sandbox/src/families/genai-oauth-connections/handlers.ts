/** OAuth connections to Dropbox and Google. Their services are not emulated: any code is accepted once. */
import { hashSecret } from '../../auth/hash-secret.ts'
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { Handlers } from '../family.ts'

const pages: ReadonlyMap<string, string> = new Map([
  ['dropbox', 'https://dropbox.example/oauth2/authorize?client_id=spindrift&response_type=code&token_access_type=offline'],
  [
    'google',
    'https://accounts.google.example/o/oauth2/auth?client_id=spindrift&response_type=code&access_type=offline&scope=drive.readonly',
  ],
])

const getUrl: Handler<'genaiOauthConnections_getUrl'> = ({ query: { type, redirect_url: redirect } }) => {
  const page = pages.get(type)
  if (page === undefined) throw unprocessable('type: must be dropbox or google.')
  checkRedirect(redirect)
  return { url: `${page}&redirect_uri=${encodeURIComponent(redirect)}` }
}

const exchange: Handler<'genaiOauthConnections_exchangeDropboxCode'> = ({ body }, { store, ids }) => {
  checkRedirect(body.redirect_url)
  const key = { kind: 'dropboxCode', id: hashSecret(body.code) }
  if (store.get(key)?.text !== undefined) throw unprocessable('code: has been used already.')
  store.put({ ...key, text: 'true' })
  return { token: `sl.${ids.hex(64)}`, refresh_token: ids.hex(64) }
}

function checkRedirect(redirect: string): void {
  if (!URL.canParse(redirect) || !redirect.startsWith('https://')) throw unprocessable('redirect_url: must begin with https://.')
}

export const handlers = { genaiOauthConnections_getUrl: getUrl, genaiOauthConnections_exchangeDropboxCode: exchange } satisfies Handlers

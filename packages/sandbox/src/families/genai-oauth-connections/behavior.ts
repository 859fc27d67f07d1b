/** Leave to read folders at Dropbox and Google. The other service is not there, so any code stands for an owner who said yes, once. */
import { hashSecret } from '../../auth/hash-secret.ts'
import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { FamilyBehavior } from '../family.ts'

const pages: Readonly<Record<string, string>> = {
  dropbox: 'https://dropbox.example/oauth2/authorize?client_id=spindrift&response_type=code&token_access_type=offline',
  google: 'https://accounts.google.example/o/oauth2/auth?client_id=spindrift&response_type=code&access_type=offline&scope=drive.readonly',
}

const kind = 'dropboxCode'

const getUrl: Behavior = ({ query }) => {
  const { type, redirect_url: redirect } = query
  const page = Object.hasOwn(pages, String(type)) ? pages[String(type)] : undefined
  if (page === undefined) throw unprocessable('type: must be dropbox or google.')
  checkRedirect(redirect)
  return { body: JSON.stringify({ url: `${page}&redirect_uri=${encodeURIComponent(String(redirect))}` }) }
}

const exchange: Behavior = (call, { store, ids }) => {
  const { code, redirect_url: redirect } = readBody(call)
  checkRedirect(redirect)
  const key = { kind, id: hashSecret(String(code)) }
  if (store.text(key) !== undefined) throw unprocessable('code: has been used already.')
  store.put({ ...key, text: 'true' })
  return { body: JSON.stringify({ token: `sl.${ids.hex(64)}`, refresh_token: ids.hex(64) }) }
}

function checkRedirect(redirect: unknown): void {
  if (!URL.canParse(String(redirect)) || !String(redirect).startsWith('https://'))
    throw unprocessable('redirect_url: must begin with https://.')
}

export const genaiOauthConnections: FamilyBehavior = {
  operations: {
    genaiOauthConnections_get_url: getUrl,
    genaiOauthConnections_exchange_dropbox_code: exchange,
  },
}

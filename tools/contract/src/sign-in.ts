/** The code that a user's consent gives an application: what the client's own tests do on the authorization server's pages. */
import { signIn } from '../../../packages/client/src/testing/sign-in.ts'

/** An application, and the user who allows it something. */
export interface Consent {
  readonly oauth: { readonly client_id: string; readonly redirect_uri: string }
  readonly user: { readonly email: string; readonly password: string }
}

type Send = Parameters<typeof signIn>[0]['fetch']

/** Shows the redirects, as a browser sees them. */
const plainly: Send = (address, init) => fetch(address, { ...init, redirect: 'manual' })

/** @param more parameters of the address */
export async function askForCode(
  server: string,
  { oauth: { client_id, redirect_uri }, user }: Consent,
  scope: string,
  { send = plainly, ...more }: { readonly send?: Send; readonly code_challenge?: string; readonly code_challenge_method?: string } = {},
): Promise<string> {
  const asked = new URLSearchParams({ client_id, redirect_uri, response_type: 'code', scope, ...more })
  const callback = await signIn({ fetch: send }, `${server}/v1/oauth/authorize?${asked}`, { user })
  return new URL(callback).searchParams.get('code') ?? ''
}

/** What a user does in a browser: signs in on the authorization server's own pages, and consents. */

export interface User {
  readonly email: string
  readonly password: string
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Follows the link that an application sends the browser to.
 *
 * @returns the address that the browser is sent back to, which carries the code
 */
async function signIn(link: string, { email, password }: User, send: Fetch = fetch): Promise<URL> {
  let cookie = ''
  const visit = async (url: string, body?: URLSearchParams): Promise<{ readonly text: string; readonly location: string | null }> => {
    const init = { redirect: 'manual', headers: cookie === '' ? {} : { cookie }, ...(body && { method: 'POST', body }) } as const
    const response = await send(url, init)
    cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie
    return { text: await response.text(), location: response.headers.get('location') }
  }
  /** With what the page hides in its form against requests that no user meant. */
  const submit = (text: string, fields: Readonly<Record<string, string>>) => {
    const action = /<form method="post" action="([^"]*)"/.exec(text)?.[1]
    if (action === undefined) throw new Error(`A page with a form was expected from ${link}, and came:\n${text.slice(0, 400)}`)
    const hidden = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
    const body = new URLSearchParams(hidden.map(([, name = '', value = '']): [string, string] => [unescape(name), unescape(value)]))
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    return visit(new URL(unescape(action), link).href, body)
  }
  const { text } = await visit(link)
  const signedIn = await submit(text, { email, password })
  const consent = signedIn.location === null ? signedIn : await visit(new URL(signedIn.location, link).href)
  const { location } = await submit(consent.text, { decision: 'allow' })
  if (location === null) throw new Error(`The consent to ${link} sent the browser nowhere.`)
  return new URL(location)
}

/** An application, and the user who allows it something. */
export interface Consent {
  readonly oauth: { readonly client_id: string; readonly redirect_uri: string }
  readonly user: User
}

/** The code that a user's consent gives the application. @param more parameters of the address */
export async function askForCode(
  server: string,
  { oauth: { client_id, redirect_uri }, user }: Consent,
  scope: string,
  { send, ...more }: { readonly send?: Fetch; readonly code_challenge?: string; readonly code_challenge_method?: string } = {},
): Promise<string> {
  const asked = new URLSearchParams({ client_id, redirect_uri, response_type: 'code', scope, ...more })
  return (await signIn(`${server}/v1/oauth/authorize?${asked}`, user, send)).searchParams.get('code') ?? ''
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}

/** Simulates the user of an authorization: fills in and sends the forms of the pages. */
import type { Sandbox } from '@spindrift/sandbox'
import { CloudError } from '../errors.ts'

/** Options of a simulated sign-in. */
export interface SignInOptions {
  /** Decision of the user. Default: `allow`. */
  readonly decision?: 'allow' | 'deny'
  /** User who signs in. Default: the first user of the sandbox. */
  readonly user?: { readonly email: string; readonly password: string }
}

/** Returns the callback URL of an authorization URL. @throws CloudError if it does not end in a callback */
export async function signIn(
  sandbox: Pick<Sandbox, 'fetch'>,
  url: string,
  { decision = 'allow', user: { email, password } }: SignInOptions & Required<Pick<SignInOptions, 'user'>>,
): Promise<string> {
  const { origin } = new URL(url)
  let cookie: string | undefined
  let next = new URL(url)
  let form: URLSearchParams | undefined
  // Sign-in, consent and a few redirects; more steps are an endless loop.
  for (let step = 0; step < 10; step += 1) {
    const headers = { ...(cookie !== undefined && { cookie }) }
    const response = await sandbox.fetch(next, form ? { method: 'POST', body: form, headers } : { headers })
    cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie
    const location = response.headers.get('location')
    if (location !== null) {
      next = new URL(location, next)
      form = undefined
      if (next.origin !== origin || !next.pathname.startsWith('/v1/oauth/')) return next.href
      continue
    }
    const page = await response.text()
    const action = /<form method="post" action="([^"]*)"/.exec(page)?.[1]
    if (action === undefined) throw new CloudError(`The platform returned a page without a form (${response.status}): ${readText(page)}`)
    next = new URL(unescapeHtml(action), next)
    form = new URLSearchParams(readHidden(page))
    if (page.includes('name="password"')) for (const [name, value] of Object.entries({ email, password })) form.set(name, value)
    else form.set('decision', decision)
  }
  throw new CloudError('The authorization did not end within 10 steps.')
}

function readHidden(page: string): [string, string][] {
  return [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
    name,
    unescapeHtml(value),
  ])
}

function readText(page: string): string {
  return page
    .replaceAll(/<style.*?<\/style>|<[^>]*>/gs, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
}

function unescapeHtml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}

/** OAuth sign-in without a browser: submits the forms of the authorization server and stores its cookie. */

export interface Page {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The redirect's target; `none:` without one. */
  readonly location: URL
}

/** Sends a request without following redirects. */
export type SendPageRequest = (
  method: string,
  path: string,
  init: { readonly headers: Record<string, string>; readonly body?: URLSearchParams },
) => Promise<Omit<Page, 'location'>>

export interface User {
  readonly email: string
  readonly password: string
}

export type FormBrowser = ReturnType<typeof createFormBrowser>

export interface FormBrowserOptions {
  readonly base: string
  /** Signs in unless another user is given. */
  readonly user: User
  /** Default: `fetch`. */
  readonly send?: SendPageRequest | undefined
}

export function createFormBrowser({ base, user, send = sendByFetch(base) }: FormBrowserOptions) {
  let cookie: string | undefined
  const go = async (
    path: string,
    { body, headers }: { readonly body?: URLSearchParams; readonly headers?: Readonly<Record<string, string>> | undefined } = {},
  ): Promise<Page> => {
    const init = { headers: { ...(cookie !== undefined && { cookie }), ...headers }, ...(body && { body }) }
    const page = await send(body ? 'POST' : 'GET', path, init)
    cookie = page.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie
    return { ...page, location: new URL(page.headers.get('location') ?? 'none:', base) }
  }
  const submit = (page: Page, fields: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>) => {
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
    const body = new URLSearchParams([
      ...hidden.map(([, name = '', value = '']) => [name, unescapeHtml(value)] as [string, string]),
      ...Object.entries(fields),
    ])
    return go(/<form method="post" action="([^"]*)"/.exec(page.text)?.[1] ?? '/no-form', { body, headers })
  }
  const follow = (page: Page) => go(`${page.location.pathname}${page.location.search}`)
  /** Opens a link and signs in. @returns the consent page */
  const signIn = async (link: string, { email, password } = user) => follow(await submit(await go(link), { email, password }))
  return {
    go,
    submit,
    follow,
    signIn,
    /** Opens a link, signs in and consents. @returns the redirect to the application */
    authorize: async (link: string, as = user) => submit(await signIn(link, as), { decision: 'allow' }),
    cookie: () => cookie,
    setCookie: (next: string | undefined) => {
      cookie = next
    },
  }
}

export interface AuthorizationRequest {
  readonly oauth: { readonly client_id: string; readonly redirect_uri: string }
  readonly user: User
  readonly scope: string
  /** Further query parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>
}

/** An authorization code that the user's consent gives the application. */
export async function requestCode(
  base: string,
  { oauth: { client_id, redirect_uri }, user, scope, parameters }: AuthorizationRequest,
  send?: SendPageRequest,
): Promise<string> {
  const query = new URLSearchParams({ client_id, redirect_uri, response_type: 'code', scope, ...parameters })
  const { location } = await createFormBrowser({ base, user, send }).authorize(`/v1/oauth/authorize?${query}`)
  return location.searchParams.get('code') ?? ''
}

/** @param send `fetch`, or the `fetch` of a sandbox in this process */
export function sendByFetch(base: string, send: typeof fetch = fetch): SendPageRequest {
  return async (method, path, init) => {
    const response = await send(`${base}${path}`, { method, redirect: 'manual', ...init })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

function unescapeHtml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}

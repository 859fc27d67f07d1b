/** A user who signs in and consents as in a browser, and afterwards gets a code for every request, without being asked again. */
import { type Answer, type Ask, read } from '../open-connections.ts'
import type { Credentials } from '../start-process.ts'

export interface Pair {
  readonly access_token: string
  readonly refresh_token: string
}

export interface SignedIn {
  readonly code: () => Promise<string>
  readonly pair: () => Promise<Pair>
  /** What the token endpoint wants for a code. */
  readonly exchangeOf: (code: string) => Readonly<Record<string, string>>
}

export async function signIn(ask: Ask, { oauth, user }: Credentials): Promise<SignedIn> {
  let cookie = ''
  const go = async (path: string, form?: Readonly<Record<string, string>>): Promise<Answer> => {
    const answer = await ask({ method: form ? 'POST' : 'GET', path, token: '', headers: { cookie }, ...(form && { form }) })
    const [set] = answer.headers['set-cookie'] ?? []
    if (set !== undefined) cookie = set.split(';', 1)[0] ?? ''
    return answer
  }
  const submit = (page: Answer, typed: Readonly<Record<string, string>>) => {
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
    const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, unescapeHtml(value)]))
    return go(/<form method="post" action="([^"]*)"/.exec(page.text)?.[1] ?? '/no-form', { ...fields, ...typed })
  }
  const { client_id, redirect_uri } = oauth
  const asked = new URLSearchParams({ client_id, redirect_uri, response_type: 'code', scope: 'read write' })
  const link = `/v1/oauth/authorize?${asked}`
  const signedIn = await submit(await go(link), { email: user.email, password: user.password })
  await submit(await go(String(signedIn.headers['location'])), { decision: 'allow' })

  const exchangeOf = (code: string) => ({ grant_type: 'authorization_code', code, ...oauth })
  const code = async () => {
    const { headers, status } = await go(`${link}&prompt=none`)
    const found = URL.parse(String(headers['location']))?.searchParams.get('code')
    if (typeof found !== 'string') throw new Error(`No code came: ${status} ${String(headers['location'])}`)
    return found
  }
  const pair = async () => read<Pair>(await ask({ method: 'POST', path: '/v1/oauth/token', form: exchangeOf(await code()), token: '' }))
  return { code, pair, exchangeOf }
}

function unescapeHtml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}

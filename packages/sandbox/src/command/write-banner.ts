/** What is printed when the sandbox has started: where it is, what to sign in with, what to paste. */
import { listEnvironment } from '../control/list-environment.ts'
import type { RunningSandbox } from '../start-sandbox.ts'

export function writeBanner(
  { url, credentials }: Pick<RunningSandbox, 'url' | 'credentials'>,
  { state, rateLimits }: { readonly state?: string; readonly rateLimits: string },
  json: boolean,
): string {
  const own = credentials()
  const environment = listEnvironment(url, own)
  if (json) return JSON.stringify({ url, state: state ?? null, rate_limits: rateLimits, environment, ...own })
  const { tokens, oauth, user } = own
  return [
    `The sandbox answers at ${url}. Stop it with Ctrl+C.`,
    '',
    `  control    ${url}/v2        read-only token ${tokens.read}`,
    `  oauth      ${url}/v1/oauth  client ${oauth.client_id}`,
    `             secret ${oauth.client_secret}, callback ${oauth.redirect_uri}`,
    `             sign in as ${user.email} with ${user.password}`,
    `  inference  ${url}/v1        agents ${url}/api/v1, tools ${url}/tools`,
    `  overview   ${url}/_sandbox`,
    `  state      ${state ?? 'in memory; --state FILE keeps it'}`,
    '',
    '  For the command line, Terraform, the SDKs and inference clients:',
    ...Object.entries(environment).map(([name, value]) => `  export ${name}=${value}`),
    '',
    `  curl -H "authorization: Bearer $SPINDRIFT_TOKEN" ${url}/v2/account`,
  ].join('\n')
}

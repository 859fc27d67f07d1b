/** What is printed when the sandbox has started: where it is, what to sign in with, what to paste. */
import type { RunningSandbox } from '../start-sandbox.ts'

export function writeBanner(
  { url, credentials }: Pick<RunningSandbox, 'url' | 'credentials'>,
  { state, rateLimits }: { readonly state?: string; readonly rateLimits: string },
  json: boolean,
): string {
  const { tokens, inference_key: key } = credentials()
  if (json) return JSON.stringify({ url, state: state ?? null, rate_limits: rateLimits, ...credentials() })
  return [
    `The sandbox answers at ${url}. Stop it with Ctrl+C.`,
    '',
    `  control    ${url}/v2`,
    `  oauth      ${url}/v1/oauth`,
    `  inference  ${url}/v1`,
    `  state      ${state ?? 'in memory; --state FILE keeps it'}`,
    '',
    `  export SPINDRIFT_URL=${url}`,
    `  export SPINDRIFT_TOKEN=${tokens.full}`,
    `  read-only token  ${tokens.read}`,
    `  inference key    ${key}`,
    '',
    `  curl -H "authorization: Bearer $SPINDRIFT_TOKEN" ${url}/v2/account`,
  ].join('\n')
}

/** What is printed when the sandbox has started: where it is, who can reach it, what to sign in with, what to paste. */
import { X509Certificate } from 'node:crypto'
import { commonVariables, listEnvironment } from '../control/client-variables.ts'
import type { RunningSandbox } from '../start-sandbox.ts'
import { describeReach, parseReach } from './describe-reach.ts'
import type { StartSettings } from './settings/start-settings.ts'

export function formatBanner(
  sandbox: Pick<RunningSandbox, 'url' | 'credentials' | 'controlToken' | 'ca'>,
  { json, log: _log, open: _open, world, ...options }: StartSettings,
): string {
  const own = sandbox.credentials()
  const { state, rateLimits } = options
  const url = options.baseUrl ?? sandbox.url
  const environment = listEnvironment(url, own)
  const reach = parseReach(sandbox, options)
  // One that was given is known to whoever may know it.
  const made = options.controlToken === undefined ? sandbox.controlToken : undefined
  if (json)
    return JSON.stringify({
      url,
      state: state ?? null,
      rate_limits: rateLimits,
      reach,
      control_token: made ?? null,
      ca: sandbox.ca ?? null,
      environment,
      ...own,
    })
  const { tokens, oauth, user } = own
  return [
    `The sandbox answers at ${url}. Stop it with Ctrl+C.`,
    ...describeReach(reach, url),
    ...describeCertificate(url, sandbox.ca),
    '',
    `  control    ${url}/v2        read-only token ${tokens.read}`,
    `  oauth      ${url}/v1/oauth  client ${oauth.client_id}`,
    `             secret ${oauth.client_secret}, callback ${oauth.redirect_uri}`,
    `             sign in as ${user.email} with ${user.password}`,
    `  inference  ${url}/v1        agents ${url}/api/v1, tools ${url}/tools`,
    `  overview   ${url}/_sandbox${sandbox.controlToken === undefined ? '' : `  with the control token${made === undefined ? '' : ` ${made}`}`}`,
    ...(state === undefined ? [`  world      ${describeWorld(world)}`] : []),
    `  state      ${state ?? 'in memory; --state FILE keeps it'}`,
    '',
    '  For the command line, Terraform, the SDKs and inference clients:',
    ...Object.entries(listEnvironment(url, own, commonVariables)).map(([name, value]) => `  export ${name}=${value}`),
    ...(made === undefined
      ? []
      : ['', '  For spindrift-sandbox reset, clock, snapshot and doctor:', `  export SPINDRIFT_CONTROL_TOKEN=${made}`]),
    '',
    `  curl -H "authorization: Bearer $SPINDRIFT_TOKEN" ${url}/v2/account`,
  ].join('\n')
}

function describeCertificate(url: string, ca: string | undefined): readonly string[] {
  if (ca === undefined) return []
  const { fingerprint256 } = new X509Certificate(ca)
  return [
    `Its certificate is made for this run. What stands for it, for NODE_EXTRA_CA_CERTS, SSL_CERT_FILE or curl --cacert: curl -k ${url}/_sandbox/ca.pem`,
    `  SHA-256 ${fingerprint256}`,
  ]
}

function describeWorld(world = 'empty'): string {
  return world === 'tidewater' ? 'tidewater: what the samples of the reference speak of, in April 2026; --world empty has nothing' : world
}

/** Start message: the URL, the console, a token and the command that sets the variables of clients. */
import { X509Certificate } from 'node:crypto'
import { listEnvironment } from '../control/client-variables.ts'
import { defaultHost, defaultPort, formatState } from '../options.ts'
import type { RunningSandbox } from '../start-sandbox.ts'
import { describeReach, findReach } from './describe-reach.ts'
import type { StartSettings } from './settings/start-settings.ts'

export function formatBanner(
  sandbox: Pick<RunningSandbox, 'url' | 'credentials' | 'controlToken' | 'ca' | 'services'>,
  { json, log: _log, open: _open, world: _world, ...options }: StartSettings,
): string {
  const credentials = sandbox.credentials()
  const url = options.baseUrl ?? sandbox.url
  const reach = findReach(sandbox, options)
  // A token from a setting is not printed: logs of the process may have more readers than the setting.
  const generatedToken = options.controlToken === undefined ? sandbox.controlToken : undefined
  if (json)
    return JSON.stringify({
      url,
      state: options.state === undefined ? null : formatState(options.state),
      rate_limits: options.rateLimits,
      reach,
      control_token: generatedToken ?? null,
      ca: sandbox.ca ?? null,
      environment: listEnvironment(url, credentials, sandbox.services),
      services: sandbox.services.map(({ name, urls }) => ({ name, urls })),
      ...credentials,
    })
  const address = sandbox.url === `http://${defaultHost}:${defaultPort}` ? '' : ` --url ${sandbox.url}`
  const control = generatedToken === undefined ? '' : ` --control-token ${generatedToken}`
  return [
    `Sandbox running at ${url} (stop it with Ctrl+C)`,
    `  console      ${url}/_sandbox${generatedToken === undefined ? '' : ` (control token ${generatedToken})`}`,
    `  token        ${credentials.tokens.full}`,
    ...(generatedToken === undefined ? [] : [`  user         ${credentials.user.email}, password ${credentials.user.password}`]),
    `  environment  eval "$(spindrift-sandbox env${address}${control})"`,
    ...sandbox.services.map(({ name, urls }) => `  ${name.padEnd(13)}${Object.values(urls).join(', ')}`),
    ...describeReach(reach, url),
    ...describeCertificate(url, sandbox.ca),
  ].join('\n')
}

function describeCertificate(url: string, ca: string | undefined): readonly string[] {
  if (ca === undefined) return []
  const { fingerprint256 } = new X509Certificate(ca)
  return [
    `The certificate is self-signed. Set NODE_EXTRA_CA_CERTS or SSL_CERT_FILE to its CA: curl -k ${url}/_sandbox/ca.pem -o ca.pem`,
    `CA fingerprint (SHA-256): ${fingerprint256}`,
  ]
}

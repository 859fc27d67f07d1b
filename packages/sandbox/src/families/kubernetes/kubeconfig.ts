/** Kubeconfig file with one cluster, one user and one context. */
import type { Cluster } from './clusters.ts'

export type KubeconfigUser = { readonly token: string } | { readonly issuer: string; readonly client: string }

export function formatKubeconfig({ region, name, endpoint }: Cluster, authority: string, user: KubeconfigUser): string {
  const context = quote(`${region}-${name}`)
  const userName = quote(`${region}-${name}-${'token' in user ? 'admin' : 'sso'}`)
  return [
    'apiVersion: v1',
    'kind: Config',
    'clusters:',
    `  - name: ${context}`,
    '    cluster:',
    `      server: ${endpoint}`,
    `      certificate-authority-data: ${authority}`,
    'contexts:',
    `  - name: ${context}`,
    '    context:',
    `      cluster: ${context}`,
    `      user: ${userName}`,
    `current-context: ${context}`,
    'preferences: {}',
    'users:',
    `  - name: ${userName}`,
    '    user:',
    ...formatUser(user).map((line) => `      ${line}`),
    '',
  ].join('\n')
}

/** Formats a name that is not plain as a JSON string, which is valid YAML. */
function quote(text: string): string {
  return /^[A-Za-z][\w./-]*$/.test(text) ? text : JSON.stringify(text)
}

function formatUser(user: KubeconfigUser): readonly string[] {
  if ('token' in user) return [`token: ${user.token}`]
  return [
    'exec:',
    '  apiVersion: client.authentication.k8s.io/v1',
    '  command: kubectl',
    '  args:',
    ...['oidc-login', 'get-token', `--oidc-issuer-url=${user.issuer}`, `--oidc-client-id=${user.client}`].map(
      (argument) => `    - ${quote(argument)}`,
    ),
    '  interactiveMode: IfAvailable',
  ]
}

/** Environment variables of the platform's clients. `exec`, `env`, `GET /_sandbox/info` and the guide on clients use this table. */
import type { SeededCredentials } from '../auth/seeded-credentials.ts'
import type { RunningService } from '../services/service-endpoints.ts'

export interface Target {
  readonly url: string
  readonly token: string
  readonly key: string
}

interface ClientVariable {
  readonly name: string
  readonly value: (target: Target) => string
  readonly readBy: string
}

const url = (target: Target) => target.url
const token = (target: Target) => target.token
const key = (target: Target) => target.key

export const clientVariables = [
  { name: 'SPINDRIFT_BASE_URL', value: url, readBy: '`@spindrift/client`, `spindrift-mcp`, `spindrift-sandbox`' },
  { name: 'SPINDRIFT_TOKEN', value: token, readBy: '`@spindrift/client`, `spindrift-mcp`' },
  { name: 'SPINDRIFT_MODEL_ACCESS_KEY', value: key, readBy: '`@spindrift/client`, `spindrift-mcp`' },
  { name: 'DIGITALOCEAN_API_URL', value: url, readBy: '`doctl`, Terraform, OpenTofu, Pulumi, Packer' },
  {
    name: 'DIGITALOCEAN_ACCESS_TOKEN',
    value: token,
    readBy: '`doctl`, Terraform, OpenTofu, Pulumi, Packer, `python-digitalocean`, `@digitalocean/gradient`',
  },
  { name: 'DIGITALOCEAN_TOKEN', value: token, readBy: 'Terraform, OpenTofu, Pulumi, Packer' },
  { name: 'DIGITALOCEAN_END_POINT', value: (target) => `${target.url}/v2/`, readBy: '`python-digitalocean`, certbot DNS plugin' },
  { name: 'DO_API_TOKEN', value: token, readBy: 'Ansible; set the base URL in its modules' },
  { name: 'DO_ACCESS_TOKEN', value: token, readBy: 'Kubernetes cloud controller manager' },
  { name: 'DO_OVERRIDE_URL', value: url, readBy: 'Kubernetes cloud controller manager' },
  { name: 'DO_AUTH_TOKEN', value: token, readBy: '`lego`, Traefik' },
  { name: 'DO_API_URL', value: url, readBy: '`lego`, Traefik' },
  { name: 'GRADIENT_BASE_URL', value: url, readBy: '`@digitalocean/gradient`, except for models' },
  { name: 'OPENAI_BASE_URL', value: (target) => `${target.url}/v1`, readBy: 'OpenAI SDKs and libraries that use them' },
  { name: 'OPENAI_API_KEY', value: key, readBy: 'OpenAI SDKs and libraries that use them' },
  { name: 'ANTHROPIC_BASE_URL', value: url, readBy: 'Anthropic SDKs' },
  { name: 'ANTHROPIC_API_KEY', value: key, readBy: 'Anthropic SDKs' },
] as const satisfies readonly ClientVariable[]

/** Variables that services set. `env` prints no others. */
export const serviceVariableNames: readonly string[] = [
  'SPINDRIFT_DNS_SERVER',
  'SPINDRIFT_SMTP_SERVER',
  'SPACES_ACCESS_KEY_ID',
  'SPACES_SECRET_ACCESS_KEY',
  'SPACES_ENDPOINT_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_ENDPOINT_URL_S3',
  'AWS_REGION',
]

export type Environment = Readonly<Record<string, string>>

export function listEnvironment(
  origin: string,
  { tokens, inference_key: inferenceKey }: Pick<SeededCredentials, 'tokens' | 'inference_key'>,
  services: readonly Pick<RunningService, 'environment'>[] = [],
): Environment {
  const target = { url: origin, token: tokens.full, key: inferenceKey }
  const own = Object.fromEntries(clientVariables.map(({ name, value }) => [name, value(target)]))
  return Object.assign(own, ...services.map(({ environment }) => environment))
}

/** Table of the guide on clients. */
export function formatVariableTable(): string {
  const named = { url: 'URL', token: 'TOKEN', key: 'KEY' }
  const rows = clientVariables.map(({ name, value, readBy }) => `| \`${name}\` | \`${value(named)}\` | ${readBy} |`)
  return ['| variable | value | used by |', '|---|---|---|', ...rows].join('\n')
}

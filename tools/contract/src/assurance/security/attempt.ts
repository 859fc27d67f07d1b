/** One attempt to break a promise of the threat model. */
import type { SandboxProcess } from '@spindrift/testing/start-sandbox-process'
import type { HttpResponse, SendRequest } from '../http-client.ts'

export interface Attempt {
  readonly name: string
  /** @returns one line for each broken promise */
  readonly run: () => Promise<readonly string[]>
}

/** A sandbox under attack. */
export interface SecurityTarget {
  readonly sandbox: SandboxProcess
  /** Sends the token of the platform unless the request has another. */
  readonly send: SendRequest
}

export const group = (name: string, attempts: readonly Attempt[]): Attempt[] =>
  attempts.map((attempt) => ({ ...attempt, name: `${name}: ${attempt.name}` }))

export function expectStatus({ status, text }: HttpResponse, ...allowed: readonly number[]): string[] {
  return allowed.includes(status) ? [] : [`status ${status} instead of ${allowed.join(' or ')}: ${text.slice(0, 80)}`]
}

/** Checks that a page of another origin cannot read a response. */
export function expectUnreadable({ headers }: HttpResponse): string[] {
  const names = ['access-control-allow-origin', 'access-control-allow-credentials', 'access-control-allow-private-network']
  return names.filter((name) => headers[name] !== undefined).map((name) => `the header ${name}: ${String(headers[name])}`)
}

/** Checks that a response contains no secret of the sandbox. */
export function expectWithoutSecrets({ sandbox }: SecurityTarget, { headers, text }: HttpResponse): string[] {
  const { tokens, oauth, user, inference_key: key } = sandbox
  const secrets = [tokens.full, tokens.read, oauth.client_secret, user.password, key]
  const written = text + JSON.stringify(headers)
  return secrets.some((secret) => written.includes(secret)) ? ['a secret of the sandbox in the response'] : []
}

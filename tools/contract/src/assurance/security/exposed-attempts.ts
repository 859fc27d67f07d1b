/** Requests from other machines to a sandbox that listens on all addresses. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { repoFolder } from '../../load-specification.ts'
import type { HttpRequest } from '../http-client.ts'
import { type Attempt, expectStatus, expectUnreadable, expectWithoutSecrets, group, type SecurityTarget } from './attempt.ts'

interface ControlDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security?: readonly unknown[] }>>>>
}

/** Calls of all operations of the control API that need the control token. */
function listControlRequests(): HttpRequest[] {
  const { paths } = parse(readFileSync(join(repoFolder, 'packages/sandbox/control/openapi.yaml'), 'utf8')) as ControlDocument
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security }]) =>
      security?.length === 0 || path === '/_sandbox'
        ? []
        : [{ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, 'a'), token: '', ...(method === 'post' && { body: {} }) }],
    ),
  )
}

export function listExposedAttempts(target: SecurityTarget, controlToken: string): Attempt[] {
  const { send, sandbox } = target
  const { full } = sandbox.tokens
  const credentials: Readonly<Record<string, string>> = {
    'no token': '',
    'the token of the platform': `Bearer ${full}`,
    'part of the control token': `Bearer ${controlToken.slice(0, -1)}`,
    'a longer token': `Bearer ${controlToken}0`,
    'the token with another scheme': `Token ${controlToken}`,
    'the token as the user of Basic': `Basic ${Buffer.from(`${controlToken}:`).toString('base64')}`,
  }
  const requests = listControlRequests()
  const tokens = requests.flatMap((request) =>
    Object.entries(credentials).map(([name, authorization]) => ({
      name: `${request.method} ${request.path} with ${name}`,
      run: async () => {
        const response = await send({ ...request, headers: authorization === '' ? {} : { authorization } })
        return [...expectStatus(response, 401), ...expectWithoutSecrets(target, response)]
      },
    })),
  )
  const authorization = `Bearer ${controlToken}`
  const pages = requests.flatMap((request) =>
    [
      { origin: 'https://other.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      { host: 'rebound.example' },
    ].map((headers) => ({
      name: `${request.method} ${request.path} with the control token and ${JSON.stringify(headers)}`,
      run: async () => {
        const response = await send({ ...request, headers: { authorization, ...headers } })
        return [...expectStatus(response, 403), ...expectUnreadable(response), ...expectWithoutSecrets(target, response)]
      },
    })),
  )
  return group('exposed', [...tokens, ...pages])
}

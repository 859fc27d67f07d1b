/** Emits the scopes of each operation in a separate module, so that only programs that use it include it. */
import { banner } from '../kit/banner.ts'
import { compareText } from '../kit/generated-file.ts'
import { emitPropertyName, emitString } from '../kit/emit-literal.ts'
import type { Operation } from '../model/api-model.ts'
import type { ApiFamily } from './family-names.ts'

export function emitScopes(families: readonly ApiFamily[]): string {
  const rows = families
    .flatMap(({ family }) => family.operations)
    .toSorted((a, b) => compareText(a.id, b.id))
    .map((operation) => `  ${emitPropertyName(operation.id)}: ${emitString(emitScopeRow(operation))},\n`)
  return [
    banner('client'),
    `/** Method, path, OAuth scope (or \`-\`) and personal access token scopes of each operation. */\n`,
    `export const operationScopes = {\n${rows.join('')}} as const satisfies Readonly<Record<string, string>>\n`,
  ].join('')
}

function emitScopeRow(operation: Operation): string {
  return [operation.method.toUpperCase(), operation.path, getOAuthScope(operation), ...operation.scopes].join(' ')
}

/** OAuth scope of an operation, or `-`. */
export function getOAuthScope({ security }: Operation): string {
  const scopes = new Set(security.flatMap((alternative) => alternative['oauth2'] ?? []))
  return ['write', 'read'].find((scope) => scopes.has(scope)) ?? '-'
}

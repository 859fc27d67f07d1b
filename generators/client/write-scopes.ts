/** Writes what each operation asks of a token, in a module of its own: only programs that want to know carry it. */
import { banner } from '../kit/banner.ts'
import { compareText } from '../kit/generated-file.ts'
import { writePropertyName, writeString } from '../kit/write-literal.ts'
import type { Operation } from '../model/api-model.ts'
import type { ApiFamily } from './family-names.ts'

export function writeScopes(families: readonly ApiFamily[]): string {
  const rows = families
    .flatMap(({ family }) => family.operations)
    .toSorted((a, b) => compareText(a.id, b.id))
    .map((operation) => `  ${writePropertyName(operation.id)}: ${writeString(writeScopeRow(operation))},\n`)
  return [
    banner('client'),
    `/** For each operation its method and path, the OAuth scope it needs or \`-\`, and the scopes of personal tokens. */\n`,
    `export const operationScopes = {\n${rows.join('')}} as const satisfies Readonly<Record<string, string>>\n`,
  ].join('')
}

function writeScopeRow(operation: Operation): string {
  return [operation.method.toUpperCase(), operation.path, readOAuthScope(operation), ...operation.scopes].join(' ')
}

/** The scope that an application needs, or `-`. */
export function readOAuthScope({ security }: Operation): string {
  const scopes = new Set(security.flatMap((alternative) => alternative['oauth2'] ?? []))
  return ['write', 'read'].find((scope) => scopes.has(scope)) ?? '-'
}

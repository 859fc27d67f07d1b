/** Emits the tables of the path API: the API of each path prefix, and requests that differ from the default. */
import { banner } from '../kit/banner.ts'
import { compareText } from '../kit/generated-file.ts'
import { emitLiteral, emitPropertyName, emitString } from '../kit/emit-literal.ts'
import type { Operation } from '../model/api-model.ts'
import { SpecError } from '../model/spec-error.ts'
import type { ApiFamily } from './family-names.ts'
import { getFacts } from '../kit/get-facts.ts'

/** Uses path prefixes, as one row per path would make every bundle larger. */
export function emitPaths(families: readonly ApiFamily[]): string {
  const entries = families.flatMap(({ api, family }) => family.operations.map((operation) => ({ api, operation })))
  const prefixes = findPrefixes(entries).map(({ prefix, api }) => `  ${emitPropertyName(prefix)}: ${emitString(api)},\n`)
  const facts = entries
    .toSorted((a, b) => compareText(a.operation.path, b.operation.path))
    .filter(({ operation }) => Object.keys(getFacts(operation)).length > 0)
    .map(({ operation }) => `  ${emitPropertyName(operation.path)}: ${emitLiteral(getFacts(operation))},\n`)
  return [
    banner('client'),
    `import type { OperationFacts } from '../family-table.ts'\n`,
    `\n/** API of each path prefix. All other paths belong to the control API. */\n`,
    `export const apiPrefixes: Readonly<Record<string, string>> = {\n${prefixes.join('')}}\n`,
    `\n/** Paths whose requests differ from the default. */\n`,
    `export const pathFacts: Readonly<Record<string, OperationFacts>> = {\n${[...new Set(facts)].join('')}}\n`,
  ].join('')
}

interface Place {
  readonly api: string
  readonly operation: Operation
}

/** Finds the shortest unambiguous prefix of each path outside the control API. */
function findPrefixes(entries: readonly Place[]): { readonly prefix: string; readonly api: string }[] {
  const found = new Map<string, string>()
  for (const { api, operation } of entries) {
    if (api === 'control') continue
    const others = entries.filter((entry) => entry.api !== api).map((entry) => entry.operation.path)
    const prefix = listBeginnings(operation.path).find((candidate) => !others.some((path) => path.startsWith(candidate)))
    if (prefix === undefined) {
      throw new SpecError(
        operation.source,
        `The path API selects the API by path prefix, but a path of another API starts with ${operation.path}.`,
      )
    }
    found.set(prefix, api)
  }
  return [...found].map(([prefix, api]) => ({ prefix, api })).toSorted((a, b) => compareText(a.prefix, b.prefix))
}

/** `/v1/oauth/token` → `/`, `/v1/`, `/v1/oauth/`, `/v1/oauth/token` */
function listBeginnings(path: string): string[] {
  return [...path.matchAll(/\/|$/g)].map(({ index }) => path.slice(0, index + 1))
}

/**
 * Writes the path style's types: for each method a flat map from path to the argument tuple and the reply, worked out
 * here so that an editor does not have to. A path is looked up, nothing is computed from it.
 */
import { banner } from '../kit/banner.ts'
import { compareText } from '../kit/generated-file.ts'
import { TypeImports } from '../kit/write-imports.ts'
import { toPascalCase } from '../kit/write-identifier.ts'
import { writeLiteral, writePropertyName, writeString } from '../kit/write-literal.ts'
import type { Operation } from '../model/api-model.ts'
import { SpecError } from '../model/spec-error.ts'
import type { ApiFamily } from './family-names.ts'
import { nameTypes, type TypeNames, wholeModule } from './type-names.ts'
import { type Form, listBodies, listForms } from './list-forms.ts'
import { readFacts } from '../kit/read-facts.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

export function writePaths(families: readonly ApiFamily[], homes: ReadonlyMap<string, string>): string {
  const imports = new TypeImports()
  const rows = families.flatMap(({ family }) => {
    const names = nameTypes(imports, family.name, wholeModule, homes)
    return family.operations.map((operation) => ({
      method: operation.method,
      path: operation.path,
      text: writePathRow(operation, names),
      forms: listForms(operation, names).map((form) => writePathForm(operation, form, names)),
    }))
  })
  const maps = methods.map((method) => {
    const own = rows.filter((row) => row.method === method).toSorted((a, b) => compareText(a.path, b.path))
    const name = toPascalCase(method)
    const forms = own.flatMap((row) => row.forms)
    const comment = '/** The calls whose reply the body decides. */\n'
    return [
      `\nexport interface ${name}Paths {\n${own.map((row) => row.text).join('')}}\n`,
      ...(forms.length > 0 ? [`\n${comment}export interface ${name}Forms {\n${forms.join('')}}\n`] : []),
    ].join('')
  })
  return [
    banner('client'),
    imports.write(),
    `import type { CallOptions } from '../call.ts'\nimport type { OperationFacts } from '../family-table.ts'\nimport type { Failed, Succeeded } from '../reply.ts'\n`,
    ...maps,
    writeOtherApis(families),
  ].join('')
}

/** Which API a path belongs to by how it begins, rather than a row for each path, so that what a bundle carries stays small. */
function writeOtherApis(families: readonly ApiFamily[]): string {
  const places = families.flatMap(({ api, family }) => family.operations.map((operation) => ({ api, operation })))
  const prefixes = findPrefixes(places).map(({ prefix, api }) => `  ${writePropertyName(prefix)}: ${writeString(api)},\n`)
  const facts = places
    .toSorted((a, b) => compareText(a.operation.path, b.operation.path))
    .filter(({ operation }) => Object.keys(readFacts(operation)).length > 0)
    .map(({ operation }) => `  ${writePropertyName(operation.path)}: ${writeLiteral(readFacts(operation))},\n`)
  return [
    `\n/** The API of the paths that begin like this. All others are the control API's. */\n`,
    `export const apiPrefixes: Readonly<Record<string, string>> = {\n${prefixes.join('')}}\n`,
    `\n/** The paths that are not called as usual. */\n`,
    `export const pathFacts: Readonly<Record<string, OperationFacts>> = {\n${[...new Set(facts)].join('')}}\n`,
  ].join('')
}

interface Place {
  readonly api: string
  readonly operation: Operation
}

/** For each path outside the control API the shortest beginning that no path of another API has. */
function findPrefixes(places: readonly Place[]): { readonly prefix: string; readonly api: string }[] {
  const found = new Map<string, string>()
  for (const { api, operation } of places) {
    if (api === 'control') continue
    const others = places.filter((place) => place.api !== api).map((place) => place.operation.path)
    const prefix = listBeginnings(operation.path).find((beginning) => !others.some((path) => path.startsWith(beginning)))
    if (prefix === undefined) {
      throw new SpecError(
        operation.source,
        `The path style tells APIs apart by how a path begins; a path of another API begins with ${operation.path}.`,
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

function writePathRow(operation: Operation, names: TypeNames): string {
  return `  ${writePropertyName(operation.path)}: { args: [${names.request(operation)}, options?: CallOptions]; reply: ${writeReply(operation, names)} }\n`
}

/** A call of a path whose reply the body decides. */
function writePathForm(operation: Operation, { request, body }: Form, names: TypeNames): string {
  const reply = writeReply(operation, names, body)
  return `  (path: ${writeString(operation.path)}, ${request}, options?: CallOptions): Promise<${reply}>\n`
}

/** One member for each success, one for each group of failures that share a body. `default` is what `ok: false` leaves. */
function writeReply(operation: Operation, names: TypeNames, form?: string): string {
  const groups = new Map<string, { readonly succeeded: boolean; readonly body: string; readonly statuses: string[] }>()
  for (const reply of operation.replies) {
    if (reply.status === 'default') continue
    const succeeded = /^[23]/.test(reply.status)
    const body = succeeded && form !== undefined ? form : listBodies(operation, reply, names).join(' | ')
    const key = succeeded ? reply.status : body
    const group = groups.get(key) ?? { succeeded, body, statuses: [] }
    group.statuses.push(reply.status)
    groups.set(key, group)
  }
  return [...groups.values()]
    .map(({ succeeded, body, statuses }) => `${succeeded ? 'Succeeded' : 'Failed'}<${statuses.join(' | ')}, ${body}>`)
    .join(' | ')
}

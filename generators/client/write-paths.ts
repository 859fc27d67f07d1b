/**
 * Writes the path style's types: for each method a flat map from path to the argument tuple and the reply, worked out
 * here so that an editor does not have to. A path is looked up, nothing is computed from it.
 */
import { banner } from '../kit/banner.ts'
import { compareText } from '../kit/generated-file.ts'
import { TypeImports } from '../kit/write-imports.ts'
import { writeLiteral, writePropertyName, writeString } from '../kit/write-literal.ts'
import type { Operation } from '../model/api-model.ts'
import type { ApiFamily } from './generate.ts'
import { nameTypes, type TypeNames } from './type-names.ts'
import { readFacts } from './write-row.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

export function writePaths(families: readonly ApiFamily[], homes: ReadonlyMap<string, string>): string {
  const imports = new TypeImports()
  const rows = families.flatMap(({ family }) => {
    const names = nameTypes(imports, family.name, homes)
    return family.operations.map(({ method, path, ...rest }) => ({ method, path, text: writePathRow({ method, path, ...rest }, names) }))
  })
  const maps = methods.map((method) => {
    const own = rows.filter((row) => row.method === method).toSorted((a, b) => compareText(a.path, b.path))
    const name = `${method.charAt(0).toUpperCase()}${method.slice(1)}Paths`
    return `\nexport interface ${name} {\n${own.map((row) => row.text).join('')}}\n`
  })
  return [
    banner('client'),
    imports.write(),
    `import type { CallOptions } from '../call.ts'\nimport type { OperationFacts } from '../family-table.ts'\nimport type { Failed, Succeeded } from '../reply.ts'\n`,
    ...maps,
    writeOtherApis(families),
  ].join('')
}

/** A path of the control API needs no entry, so that the table a bundle carries stays small. */
function writeOtherApis(families: readonly ApiFamily[]): string {
  const rows = families
    .filter(({ api }) => api !== 'control')
    .flatMap(({ api, family }) => family.operations.map((operation) => ({ api, operation })))
    .toSorted((a, b) => compareText(a.operation.path, b.operation.path))
    .map(({ api, operation }) => `  ${writePropertyName(operation.path)}: [${writeString(api)}, ${writeLiteral(readFacts(operation))}],\n`)
  return `\n/** Paths outside the control API, and what is special about them. */\nexport const otherApis: Readonly<Record<string, readonly [api: string, facts: OperationFacts]>> = {\n${[...new Set(rows)].join('')}}\n`
}

function writePathRow(operation: Operation, names: TypeNames): string {
  return `  ${writePropertyName(operation.path)}: { args: [${names.request(operation)}, options?: CallOptions]; reply: ${writeReply(operation, names)} }\n`
}

/** One member for each success, one for each group of failures that share a body. `default` is what `ok: false` leaves. */
function writeReply(operation: Operation, names: TypeNames): string {
  const groups = new Map<string, { readonly succeeded: boolean; readonly body: string; readonly statuses: string[] }>()
  for (const reply of operation.replies) {
    if (reply.status === 'default') continue
    const succeeded = /^[23]/.test(reply.status)
    const body = names.reply(operation, reply)
    const key = succeeded ? reply.status : body
    const group = groups.get(key) ?? { succeeded, body, statuses: [] }
    group.statuses.push(reply.status)
    groups.set(key, group)
  }
  return [...groups.values()]
    .map(({ succeeded, body, statuses }) => `${succeeded ? 'Succeeded' : 'Failed'}<${statuses.join(' | ')}, ${body}>`)
    .join(' | ')
}

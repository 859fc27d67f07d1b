/** Writes one family's module for the client: its table and the interface that the table is used through. */
import { banner } from '../kit/banner.ts'
import { compareText } from '../kit/generated-file.ts'
import { type CommentLine, writeComment } from '../kit/write-comment.ts'
import { toPascalCase } from '../kit/write-identifier.ts'
import { TypeImports } from '../kit/write-imports.ts'
import { writePropertyName, writeString } from '../kit/write-literal.ts'
import type { Family, Operation } from '../model/api-model.ts'
import { type ApiFamily, interfaceName, tableName } from './generate.ts'
import { familyModule, nameTypes, type TypeNames } from './type-names.ts'
import { writeRow } from './write-row.ts'

export function writeFamily({ api, family }: ApiFamily, homes: ReadonlyMap<string, string>): string {
  const imports = new TypeImports()
  const declaration = writeInterface(family, nameTypes(imports, family.name, familyModule, homes))
  const operations = sortOperations(family)
  return [
    banner('client'),
    imports.write(),
    `import { bindFamily } from '../bind-family.ts'\n`,
    `import type { Call, CallOptions } from '../call.ts'\n`,
    `import type { ClientOptions } from '../configuration.ts'\n`,
    `import type { FamilyTable } from '../family-table.ts'\n`,
    `import { createTransport } from '../transport.ts'\n\n`,
    `${declaration}\n`,
    `export const ${tableName(family)}: FamilyTable = {\n  api: ${writeString(api)},\n  group: ${writeString(family.group)},\n`,
    `  operations: {\n${operations.map((operation) => `    ${writePropertyName(operation.name)}: ${writeRow(operation)},\n`).join('')}  },\n}\n\n`,
    `/** A client of this family alone, for programs that need no other. */\n`,
    `export function create${toPascalCase(family.name)}(options?: ClientOptions): ${interfaceName(family)} {\n`,
    `  return bindFamily(${tableName(family)}, createTransport(options))\n}\n`,
  ].join('')
}

/** What a family's table is used through. */
export function writeInterface(family: Family, names: TypeNames): string {
  const methods = sortOperations(family).map((operation) => writeMethod(operation, names))
  return `${writeComment([family.description])}export interface ${interfaceName(family)} {\n${methods.join('')}}\n`
}

function sortOperations(family: Family): Operation[] {
  return family.operations.toSorted((a, b) => compareText(a.name, b.name))
}

function writeMethod(operation: Operation, names: TypeNames): string {
  const lines: CommentLine[] = [operation.summary, '', operation.description]
  if (operation.stability !== 'stable') lines.push('', `Stability: ${operation.stability}.`)
  if (operation.deprecated) lines.push({ tag: 'deprecated' })
  return `${writeComment(lines, '  ')}  ${writePropertyName(operation.name)}(${names.request(operation)}, options?: CallOptions): Call<${writeResult(operation, names)}>\n`
}

/** What a successful call resolves to: the bodies of its 2xx replies. */
function writeResult(operation: Operation, names: TypeNames): string {
  const bodies = operation.replies.filter(({ status }) => /^[23]/.test(status)).map((reply) => names.reply(reply))
  const distinct = [...new Set(bodies)].map((body) => (body === 'undefined' ? 'void' : body))
  return distinct.join(' | ') || 'void'
}

/** Writes what each tool takes, by the tool's own name. */
import { banner } from '../kit/banner.ts'
import { compareText } from '../kit/generated-file.ts'
import { writeComment } from '../kit/write-comment.ts'
import { TypeImports } from '../kit/write-imports.ts'
import { writePropertyName } from '../kit/write-literal.ts'
import { requestName } from '../kit/request-types.ts'
import type { ApiFamily } from './family-names.ts'
import { familyModule } from './type-names.ts'

export function writeTools(families: readonly ApiFamily[]): string {
  const imports = new TypeImports()
  const rows = families
    .flatMap(({ family }) => family.operations.map((operation) => ({ family, operation })))
    .flatMap(({ family, operation }) => (operation.tool ? [{ family, operation, name: operation.tool.name }] : []))
    .toSorted((a, b) => compareText(a.name, b.name))
    .map(({ family, operation, name }) => {
      const request = requestName(operation)
      imports.add(familyModule(family.name), request)
      const optional = operation.body?.required === true ? '' : '?'
      const comment = writeComment([operation.summary, '', operation.description], '  ')
      return `${comment}  ${writePropertyName(name)}: [arguments${optional}: ${request}['body'], options?: CallOptions]\n`
    })
  return [
    banner('client'),
    imports.write(),
    `import type { CallOptions } from '../call.ts'\n\n`,
    `/** What \`tools.call\` takes after the name of the tool. */\n`,
    `export interface ToolCalls {\n${rows.join('')}}\n`,
  ].join('')
}

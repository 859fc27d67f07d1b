/** Emits the argument types of each tool. */
import { banner } from '../kit/banner.ts'
import { compareText } from '../kit/generated-file.ts'
import { emitComment } from '../kit/emit-comment.ts'
import { TypeImports } from '../kit/type-imports.ts'
import { emitPropertyName } from '../kit/emit-literal.ts'
import { requestName } from '../kit/request-types.ts'
import type { ApiFamily } from './family-names.ts'
import { familyModule } from './type-names.ts'

export function emitTools(families: readonly ApiFamily[]): string {
  const imports = new TypeImports()
  const rows = families
    .flatMap(({ family }) => family.operations.map((operation) => ({ family, operation })))
    .flatMap(({ family, operation }) => (operation.tool ? [{ family, operation, name: operation.tool.name }] : []))
    .toSorted((a, b) => compareText(a.name, b.name))
    .map(({ family, operation, name }) => {
      const request = requestName(operation)
      imports.add(familyModule(family.name), request)
      const optional = operation.body?.required === true ? '' : '?'
      const comment = emitComment([operation.summary, '', operation.description], '  ')
      return `${comment}  ${emitPropertyName(name)}: [arguments${optional}: ${request}['body'], options?: CallOptions]\n`
    })
  return [
    banner('client'),
    imports.write(),
    `import type { CallOptions } from '../call.ts'\n\n`,
    `/** Arguments of \`tools.call\` after the tool name. */\n`,
    `export interface ToolCalls {\n${rows.join('')}}\n`,
  ].join('')
}

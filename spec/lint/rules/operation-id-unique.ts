/** Reports an operationId that several operations have, at each of them. */
import { visitDocuments } from '../documents.ts'
import { report } from '../finding.ts'
import { isObject, methods } from '../openapi.ts'
import type { Rule } from '../redocly.ts'
import type { SpecDocument } from '../specification-types.ts'

interface Use {
  readonly document: SpecDocument
  readonly path: string
  readonly method: string
}

export const operationIdUnique: Rule = () => {
  let uses: ReadonlyMap<string, readonly Use[]> | undefined
  return visitDocuments(({ document, specification, context, at }) => {
    uses ??= Map.groupBy(specification.documents.flatMap(listUses), ({ id }) => id)
    for (const [id, all] of uses) {
      if (all.length === 1) continue
      for (const use of all.filter((each) => each.document === document)) {
        const others = all.filter((each) => each !== use)
        report(
          context,
          `Expected an operationId that no other operation has; found \`${id}\`, which ${others.map(describeUse).join(' and ')} ${others.length === 1 ? 'has' : 'have'} too. Rename one of them.`,
          at(['paths', use.path, use.method, 'operationId']),
        )
      }
    }
  })
}

function listUses(document: SpecDocument): (Use & { readonly id: string })[] {
  return Object.entries(document.content.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      const id = isObject(operation) ? operation['operationId'] : undefined
      return typeof id === 'string' ? [{ id, document, path, method }] : []
    }),
  )
}

function describeUse({ document, path, method }: Use): string {
  return `${method.toUpperCase()} ${path} in ${document.file}`
}

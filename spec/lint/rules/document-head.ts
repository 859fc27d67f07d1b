/** Checks the file name, the versions and the order of the top-level keys of a document, and that the entry of its API lists it. */
import { visitDocuments } from '../documents.ts'
import { report } from '../finding.ts'
import { isObject, isRef } from '../openapi.ts'
import type { Rule } from '../redocly.ts'
import { isEntry } from '../specification.ts'
import type { SpecDocument, Specification } from '../specification-types.ts'

const topKeys = ['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'components'] as const

export const documentHead: Rule = () =>
  visitDocuments(({ document, specification, context, at }) => {
    const { content, file } = document
    if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.yaml$/.test(file)) {
      report(
        context,
        `Expected a document name in kebab-case, sub-resources after a dot; found \`${file}\`. Rename it like \`databases.users.yaml\`.`,
        at(['openapi'], { reportOnKey: true }),
      )
    }
    if (content['openapi'] !== '3.1.1') {
      report(context, `Expected \`openapi: 3.1.1\`; found ${JSON.stringify(content['openapi'])}. Set \`openapi: 3.1.1\`.`, at(['openapi']))
    }
    const info = content['info']
    if (isObject(info) && info['version'] !== '2.0.0') {
      report(
        context,
        `Expected \`version: 2.0.0\` in \`info\`; found ${JSON.stringify(info['version'])}. Set the version of the specification, the same in all documents.`,
        at(['info']),
      )
    }
    if (isEntry(document.path)) {
      checkListed(document, specification, (name) =>
        report(
          context,
          `Expected \`x-documents\` to list ${name}; found no reference to it. Add \`- $ref: ${name}\`.`,
          at(['x-documents'], { reportOnKey: true }),
        ),
      )
      return
    }
    const keys = Object.keys(content).filter((key) => topKeys.some((known) => known === key))
    const sorted = topKeys.filter((key) => keys.includes(key))
    if (keys.join() === sorted.join()) return
    report(
      context,
      `Expected the order ${sorted.join(', ')}; found ${keys.join(', ')}. Sort the top-level keys.`,
      at([keys.find((key, index) => key !== sorted[index]) ?? 'openapi'], { reportOnKey: true }),
    )
  })

function checkListed(entry: SpecDocument, { documents }: Specification, onMissing: (name: string) => void): void {
  const refs = entry.content['x-documents']
  const listedFiles = new Set(Array.isArray(refs) ? refs.filter(isRef).map(({ $ref }) => $ref) : [])
  for (const { folder, file, path } of documents) if (folder === entry.folder && !isEntry(path) && !listedFiles.has(file)) onMissing(file)
}

/** A document has one tag, and each of its operations carries it. */
import { visitDocuments } from '../documents.ts'
import { list, report } from '../finding.ts'
import type { Rule } from '../redocly.ts'
import { isEntry, specificationOf } from '../specification.ts'

export const oneTag: Rule = () => ({
  Operation(operation, context) {
    const file = context.location.source.absoluteRef
    const document = specificationOf(file).documents.find(({ path }) => path === file)
    const defined = (document?.content.tags ?? []).map(({ name }) => name ?? '')
    const tags = Array.isArray(operation.tags) ? operation.tags.map(String) : []
    const at = context.location.child(operation.tags === undefined ? 'operationId' : 'tags')
    if (tags.length !== 1) {
      report(
        context,
        {
          expected: `${operation.operationId} to carry exactly one tag`,
          came: list(tags),
          mend: `Write \`tags: [${defined[0] ?? '…'}]\`.`,
        },
        at,
      )
    }
    for (const tag of tags.filter((name) => !defined.includes(name))) {
      report(
        context,
        {
          expected: `${operation.operationId} to carry a tag of its document (${list(defined)})`,
          came: `\`${tag}\``,
          mend: 'Use that tag, or move the operation to the document of the other one.',
        },
        at,
      )
    }
  },
  ...visitDocuments(({ document, context, at }) => {
    const tags = document.content.tags ?? []
    if (isEntry(document.path) || Object.keys(document.content.paths ?? {}).length === 0 || tags.length === 1) return
    const place = tags.length === 0 ? at(['paths'], { reportOnKey: true }) : at(['tags'])
    report(
      context,
      {
        expected: 'a document with paths to define exactly one tag',
        came: list(tags.map(({ name }) => name ?? '')),
        mend: 'Define one; split the document when it holds two resources.',
      },
      place,
    )
  }),
})

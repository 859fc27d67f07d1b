/** Requires exactly one tag per document, which all its operations use. */
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
    for (const tag of tags.filter((name) => !defined.includes(name))) {
      report(
        context,
        `Expected ${operation.operationId} to have a tag of its document (${list(defined)}); found \`${tag}\`. Omit \`tags\`, or move the operation to the document of that tag.`,
        context.location.child('tags'),
      )
    }
  },
  ...visitDocuments(({ document, context, at }) => {
    const tags = document.content.tags ?? []
    if (isEntry(document.path) || Object.keys(document.content.paths ?? {}).length === 0 || tags.length === 1) return
    const place = tags.length === 0 ? at(['paths'], { reportOnKey: true }) : at(['tags'])
    report(
      context,
      `Expected a document with paths to define exactly one tag; found ${list(tags.map(({ name }) => name ?? ''))}. Define one; split the document if it contains two resources.`,
      place,
    )
  }),
})

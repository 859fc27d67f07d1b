/** Limits the length of a document. */
import { visitDocuments } from '../documents.ts'
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'
import { isEntry } from '../specification.ts'

const maxLines = 1000

export const documentSize: Rule = () =>
  visitDocuments(({ document, context, at }) => {
    const lines = document.body.trimEnd().split('\n').length
    if (lines <= maxLines || isEntry(document.path)) return
    report(
      context,
      `Expected ${document.file} to have at most ${maxLines} lines; found ${lines}. Split it by sub-resource with a dotted name, and move shared components to \`<family>.common.yaml\`.`,
      at(['openapi'], { reportOnKey: true }),
    )
  })

/** A document can be read in one sitting. */
import { visitDocuments } from '../documents.ts'
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'
import { isEntry } from '../specification.ts'

const longest = 1000

export const documentSize: Rule = () =>
  visitDocuments(({ document, context, at }) => {
    const lines = document.body.trimEnd().split('\n').length
    if (lines <= longest || isEntry(document.path)) return
    const mend = 'Split it by sub-resource with a dotted name, and put what the parts share in `<family>.common.yaml`.'
    report(
      context,
      { expected: `${document.file} to have at most ${longest} lines`, came: `${lines}`, mend },
      at(['openapi'], { reportOnKey: true }),
    )
  })

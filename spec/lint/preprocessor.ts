/**
 * Fills in the conventions and resolves references in examples before Redocly lints or bundles, so that rules and bundles contain complete operations.
 * Redocly's walk only reaches documents that were referenced before the preprocessor ran, so the entry lists its documents in `x-documents`, which is deleted afterwards.
 */
import { followExamples } from './examples.ts'
import { fillDocument } from './fill-in.ts'
import { report } from './finding.ts'
import { isRef } from './openapi.ts'
import type { Context, Location, Rule } from './redocly.ts'
import { objects } from './repeats.ts'
import { folderOf } from './specification.ts'
import type { DocumentContent } from './specification-types.ts'

export const conventions: Rule = () => ({
  Root(root, context) {
    fill(root, context.location, context)
    for (const [, ref] of objects(root['x-documents'])) {
      const { node, location } = context.resolve(ref)
      if (location && isContent(node)) fill(node, location, context)
    }
    delete root['x-documents']
  },
})

function fill(content: DocumentContent, location: Location, context: Context): void {
  const file = location.source.absoluteRef
  const folder = folderOf(file)
  if (folder) fillDocument(content, folder)
  followExamples(content, file, (keys, ref) =>
    report(
      context,
      {
        expected: 'a reference inside a value to point into the value of an example',
        actual: `\`${ref}\``,
        fix: 'Write `<sibling>.yaml#/components/examples/<Name>/value/<key>`, with existing keys.',
      },
      location.child(keys),
    ),
  )
}

function isContent(node: unknown): node is DocumentContent {
  return typeof node === 'object' && node !== null && !isRef(node)
}

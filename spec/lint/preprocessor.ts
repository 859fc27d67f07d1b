/**
 * Fills in what the conventions give, and what examples take from one another, before Redocly lints or bundles, so that every rule and every reader of a bundle sees
 * operations whole. Redocly's walk reaches only what references led to before anything was filled in, so the entry names its documents: `x-documents`, which is gone afterwards.
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
        expected: 'a reference inside of a value to lead into the value of an example',
        came: `\`${ref}\``,
        mend: 'Write `<sibling>.yaml#/components/examples/<Name>/value/<key>`, with keys that are there.',
      },
      location.child(keys),
    ),
  )
}

function isContent(node: unknown): node is DocumentContent {
  return typeof node === 'object' && node !== null && !isRef(node)
}

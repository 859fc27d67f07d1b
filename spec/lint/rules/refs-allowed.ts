/** Limits references to the same file, the shared documents, and the schemas and examples of sibling documents. */
import { dirname, join } from 'node:path'
import { report } from '../finding.ts'
import type { Context, Rule } from '../redocly.ts'
import { folderOf, isEntry } from '../specification.ts'

const kinds = 'schemas|parameters|headers|responses|examples|requestBodies|securitySchemes'

export const refsAllowed: Rule = () => ({
  ref(ref, context) {
    const file = context.rawLocation.source.absoluteRef
    if (isAllowed(ref.$ref, file)) return
    report(
      context,
      `Expected a reference in the file (#/components/…), to ../shared/<name>.yaml#/components/… or to <sibling>.yaml#/components/{schemas,examples}/…; found \`${ref.$ref}\`. ${adviceFor(ref.$ref, file)}`,
      refPlace(context),
    )
  },
})

function isAllowed(ref: string, file: string): boolean {
  if (/^#\/(components|paths)\//.test(ref)) return true
  if (isEntry(file) && /^[a-z0-9.-]+\.yaml(#\/(paths\/[^/]+|tags\/0))?$/.test(ref)) return true
  if (new RegExp(`^\\.\\./shared/[a-z0-9.-]+\\.yaml#/components/(${kinds})/\\w+$`).test(ref)) return true
  if (folderOf(file) === 'shared') return new RegExp(`^[a-z0-9.-]+\\.yaml#/components/(${kinds})/\\w+$`).test(ref)
  if (folderOf(file) === 'tools' && /^\.\.\/control\/[a-z0-9.-]+\.yaml#\/components\/examples\/\w+$/.test(ref)) return true
  return /^[a-z0-9-][a-z0-9.-]*\.yaml#\/components\/(schemas|examples)\/\w+$/.test(ref)
}

function adviceFor(ref: string, file: string): string {
  if (/^https?:/.test(ref)) return 'Copy it here; remote references are not fetched.'
  const target = join(dirname(file), ref.split('#')[0] ?? '')
  if (ref.includes('#/paths/')) return 'Move the target to a named component under `components`.'
  if (folderOf(target) === folderOf(file))
    return 'Only schemas and examples are shared between siblings: repeat it in this file, or move it to ../shared/ if several documents need it.'
  return 'Move the target to ../shared/, the only folder that several APIs share.'
}

function refPlace(context: Context) {
  const { rawLocation } = context
  return { source: rawLocation.source, pointer: `${rawLocation.pointer}/$ref` }
}

/** Fills in what the conventions give, and what examples take from one another, before Redocly lints or bundles, so that every rule and every reader of a bundle sees operations whole. */
import { basename } from 'node:path'
import { followValues } from './examples.ts'
import { fillPath, fillResponse } from './fill-in.ts'
import { report } from './finding.ts'
import { isObject, isRef, segmentsOf } from './openapi.ts'
import type { Rule } from './redocly.ts'
import { folderOf } from './specification.ts'

export const conventions: Rule = () => {
  let entry = ''
  let root: Readonly<Record<string, unknown>> = {}
  return {
    Root(node, { location }) {
      root = node
      entry = location.source.absoluteRef
    },
    PathItem(item, { location, resolve }) {
      const file = location.source.absoluteRef
      const api = folderOf(file)
      const [, path = ''] = segmentsOf(location.pointer)
      if (!api || isRef(item)) return
      // The entry refers to the tag of each document.
      const tag = file === entry ? firstOf(root['tags']) : resolve({ $ref: `${basename(file)}#/tags/0` }, entry).node
      fillPath(path, { ...item }, { api, tag: isObject(tag) ? String(tag['name']) : undefined })
    },
    Example(example, context) {
      if (!isObject(example['value'])) return
      example['value'] = followValues(example['value'], context.location.source.absoluteRef, (ref) =>
        report(
          context,
          {
            expected: 'a reference inside of a value to lead into the value of an example',
            came: `\`${ref}\``,
            mend: 'Write `<sibling>.yaml#/components/examples/<Name>/value/<key>`, with keys that are there.',
          },
          context.location.child('value'),
        ),
      )
    },
    Response(response, { location }) {
      const api = folderOf(location.source.absoluteRef)
      if (api && api !== 'shared') fillResponse(response)
    },
  }
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined
}

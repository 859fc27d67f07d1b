/** Requires a description that says more than the name and has no headings. */
import { report } from '../finding.ts'
import { isObject, isRef, segmentsOf } from '../openapi.ts'
import type { Context, Place, Rule } from '../redocly.ts'

export const descriptionPresent: Rule = () => ({
  Operation(operation, context) {
    check(context, operation, `the operation ${operation.operationId}`, [operation.summary])
  },
  Parameter(parameter, context) {
    check(context, parameter, `the parameter ${parameter.name}`, [parameter.name])
  },
  Response(response, context) {
    check(context, response, `the response ${context.key}`, [])
  },
  Schema(schema, context) {
    const [components, kind, name, ...rest] = segmentsOf(context.location.pointer)
    if (components === 'components' && kind === 'schemas' && rest.length === 0) check(context, schema, `the schema ${name}`, [name])
    for (const [property, value] of Object.entries(schema.properties ?? {})) {
      // A reference without siblings uses the description of its target.
      if (isRef(value) && !('description' in value)) continue
      if (isObject(value))
        check(context, value, `the property \`${property}\``, [property], context.location.child(['properties', property]))
    }
  },
  Tag(tag, context) {
    check(context, tag, `the tag ${tag.name}`, [tag.name])
  },
})

type Described = Readonly<Record<string, unknown>>

function check(
  context: Context,
  node: Described,
  what: string,
  names: readonly (string | undefined)[],
  at: Place & Partial<Pick<Context['location'], 'child'>> = context.location,
): void {
  const description = node['description']
  if (typeof description !== 'string' || description.trim() === '') {
    report(
      context,
      `Expected ${what} to have a description; found none. Describe what a user cannot guess: units, limits, when it is null, when it fails, what it costs.`,
      { ...(description === undefined ? at : childOf(at, 'description')), reportOnKey: true },
    )
    return
  }
  const place = childOf(at, 'description')
  const repeated = names.find((name) => name !== undefined && normalize(name) === normalize(description))
  if (repeated !== undefined) {
    report(
      context,
      `Expected the description of ${what} to say more than \`${repeated}\`; found \`${description.trim()}\`. Add information that is not in the name.`,
      place,
    )
  }
  if (/^ {0,3}#{1,6}\s/m.test(description)) {
    report(
      context,
      `Expected the description of ${what} to have no headings; found one. Use paragraphs; the reference site adds the headings.`,
      place,
    )
  }
}

function childOf(at: Place & Partial<Pick<Context['location'], 'child'>>, key: string): Place {
  return at.child?.(key) ?? { source: at.source, pointer: `${at.pointer}/${key}` }
}

/** Normalizes a text so that `The volume id.` equals `volume_id`. */
function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(an?|the) /, '')
    .replace(/[^a-z0-9]/g, '')
}

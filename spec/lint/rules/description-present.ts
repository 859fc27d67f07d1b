/** Requires a description that says more than the name, has no headings, and leaves error statuses to the responses. */
import { report } from '../finding.ts'
import { isObject, isRef, segmentsOf } from '../openapi.ts'
import type { Context, Place, Rule } from '../redocly.ts'

export const descriptionPresent: Rule = () => ({
  Operation(operation, context) {
    check(context, operation, `the operation ${operation.operationId}`, [operation.summary])
    const [status] = /(?<!`)\b[45]\d\d\b/.exec(operation.description ?? '') ?? []
    if (status !== undefined)
      report(
        context,
        `Expected the description of the operation ${operation.operationId} to name no error status; found ${status}. Say in the response ${status} when it is returned.`,
        context.location.child('description'),
      )
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
        check(context, value, `the property \`${property}\``, [property], context.location.child(['properties', property]), repeatsWords)
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
  subject: string,
  names: readonly (string | undefined)[],
  at: Place & Partial<Pick<Context['location'], 'child'>> = context.location,
  repeats = repeatsName,
): void {
  const description = node['description']
  if (typeof description !== 'string' || description.trim() === '') {
    report(
      context,
      `Expected ${subject} to have a description; found none. Describe what a user cannot guess: units, limits, when it is null, when it fails, what it costs.`,
      { ...(description === undefined ? at : childOf(at, 'description')), reportOnKey: true },
    )
    return
  }
  const location = childOf(at, 'description')
  const repeatedName = names.find((name) => name !== undefined && repeats(description, name))
  if (repeatedName !== undefined) {
    report(
      context,
      `Expected the description of ${subject} to say more than \`${repeatedName}\`; found \`${description.trim()}\`. Add information that is not in the name.`,
      location,
    )
  }
  if (/^ {0,3}#{1,6}\s/m.test(description)) {
    report(
      context,
      `Expected the description of ${subject} to have no headings; found one. Use paragraphs; the reference site adds the headings.`,
      location,
    )
  }
}

function childOf(at: Place & Partial<Pick<Context['location'], 'child'>>, key: string): Place {
  return at.child?.(key) ?? { source: at.source, pointer: `${at.pointer}/${key}` }
}

/** True for `The volume id.` and `volume_id`. */
function repeatsName(description: string, name: string): boolean {
  return normalize(name) === normalize(description)
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(an?|the) /, '')
    .replace(/[^a-z0-9]/g, '')
}

/** Words that add nothing to a name: "The id of the volume" says no more than `volume_id`. */
const fillerWords = new Set(
  listWords('a an the of that this its in for to and or by with on are is id uuid name number total count type object value text string'),
)

/** True if every word of the description is one of the name, or a filler. */
function repeatsWords(description: string, name: string): boolean {
  const known = new Set(listWords(name))
  return listWords(description).every((word) => known.has(word) || fillerWords.has(word))
}

/** Splits `volumeIds` and `volume_ids` into `volume` and `id`. */
function listWords(text: string): string[] {
  const words =
    text
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return words.map((word) => word.replace(/s$/, ''))
}

/** Every `x-` key in our documents is one of ours, stands where it may and has the form that its schema gives. What it names is checked by `extension-targets`. */
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { visitDocuments } from '../documents.ts'
import { compileExtensions, extensionPlaces, type ExtensionPlace } from '../extensions.ts'
import { list, report } from '../finding.ts'
import { isObject, segmentsOf } from '../openapi.ts'
import type { Context, Location, Place, Rule } from '../redocly.ts'

const words = {
  operation: 'an operation',
  schema: 'a schema component',
  property: 'a property',
  elsewhere: 'anything else that is described',
} as const

export const extensionSchemas: Rule = () => {
  const validators = compileExtensions()
  const checkKey = (context: Context, key: string, value: unknown, place: ExtensionPlace, at: Place) =>
    check(context, validators, key, value, place, at)
  const checkNode = (context: Context, node: Readonly<Record<string, unknown>>, place: ExtensionPlace, location: Location) => {
    for (const key of Object.keys(node)) if (key.startsWith('x-')) checkKey(context, key, node[key], place, location.child(key))
  }
  return {
    any(node, context) {
      if (context.type.extensionsPrefix === 'x-' && isObject(node))
        checkNode(context, node, placeOf(context.location, context.type.name), context.location)
    },
    // Keywords beside a `$ref` are not part of what it refers to.
    ref(node, context) {
      if (Object.keys(node).length > 1) checkNode(context, node, placeOf(context.rawLocation, context.type.name), context.rawLocation)
    },
    // The heads of the documents beside the entry are never walked.
    ...visitDocuments(({ document, context, at }) => {
      if (document.path === context.location.source.absoluteRef) return
      const { content } = document
      const heads: readonly (readonly [unknown, readonly (string | number)[]])[] = [
        [content, []],
        [content['info'], ['info']],
        ...(content.tags ?? []).map((tag, index) => [tag, ['tags', index]] as const),
      ]
      for (const [node, keys] of heads) {
        if (!isObject(node)) continue
        for (const key of Object.keys(node)) if (key.startsWith('x-')) checkKey(context, key, node[key], 'elsewhere', at([...keys, key]))
      }
    }),
  }
}

function placeOf(location: Location, type: string): ExtensionPlace {
  if (type === 'Operation') return 'operation'
  if (type !== 'Schema') return 'elsewhere'
  const segments = segmentsOf(location.pointer)
  if (segments.at(-2) === 'properties') return 'property'
  return segments.length === 3 && segments[1] === 'schemas' ? 'schema' : 'elsewhere'
}

function check(
  context: Context,
  validators: ReadonlyMap<string, ValidateFunction>,
  key: string,
  value: unknown,
  place: ExtensionPlace,
  at: Place,
): void {
  const places = extensionPlaces[key]
  const validate = validators.get(key)
  if (!places || !validate) {
    const mend = 'Take it away, or add its schema, its place and a line in the table of spec/README.md.'
    report(
      context,
      { expected: `one of our extensions (${list(Object.keys(extensionPlaces))})`, came: `\`${key}\``, mend },
      { ...at, reportOnKey: true },
    )
    return
  }
  if (!places.includes(place)) {
    const expected = `\`${key}\` on ${places.map((allowed) => words[allowed]).join(', ')}`
    report(context, { expected, came: `it on ${words[place]}`, mend: 'Move it there.' }, { ...at, reportOnKey: true })
  }
  if (validate(value)) return
  for (const error of validate.errors ?? []) {
    // What each branch of a `oneOf` or `anyOf` misses says less than that none fits.
    if (/\/(oneOf|anyOf)\/\d+(\/|$)/.test(error.schemaPath)) continue
    const came = `${error.instancePath || 'a value'} that ${error.message}${detailOf(error)}`
    const { description } = (error.parentSchema ?? {}) as { description?: string }
    const mend = description ? `Its schema says: ${description}` : 'Mend it as the schema describes.'
    report(
      context,
      { expected: `\`${key}\` to match lint/extensions/${key}.json`, came, mend },
      { ...at, pointer: at.pointer + error.instancePath },
    )
  }
}

function detailOf({ keyword, params }: ErrorObject): string {
  if (keyword === 'additionalProperties') return ` (${String(params['additionalProperty'])})`
  return keyword === 'enum' ? ` (${(params['allowedValues'] as unknown[]).join(', ')})` : ''
}

/** Checks that every `x-` key is a known extension in an allowed place and matches its schema. The rule `extension-targets` checks the names in it. */
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { visitDocuments } from '../documents.ts'
import { getExtensionValidators, extensionPlaces, type ExtensionPlace } from '../extensions.ts'
import { list, report } from '../finding.ts'
import { isObject, segmentsOf } from '../openapi.ts'
import type { Context, Location, Place, Rule } from '../redocly.ts'

const words = {
  operation: 'an operation',
  schema: 'a schema component',
  property: 'a property',
  elsewhere: 'any other node',
} as const

export const extensionSchemas: Rule = () => {
  const validators = getExtensionValidators()
  const checkKey = (context: Context, key: string, value: unknown, place: ExtensionPlace, at: Place) =>
    check(context, validators, key, value, place, at)
  const checkNode = (context: Context, node: Readonly<Record<string, unknown>>, place: ExtensionPlace, location: Location) => {
    for (const key of Object.keys(node))
      if (key.startsWith('x-') && key !== 'x-documents') checkKey(context, key, node[key], place, location.child(key))
  }
  return {
    any(node, context) {
      if (context.type.extensionsPrefix === 'x-' && isObject(node))
        checkNode(context, node, placeOf(context.location, context.type.name), context.location)
    },
    // Keywords next to a `$ref` are not part of its target.
    ref(node, context) {
      if (Object.keys(node).length > 1) checkNode(context, node, placeOf(context.rawLocation, context.type.name), context.rawLocation)
    },
    // Redocly never walks the heads of the documents other than the entry.
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
    report(
      context,
      `Expected one of our extensions (${list(Object.keys(extensionPlaces))}); found \`${key}\`. Remove it, or add its schema, its places and a row in the table of spec/README.md.`,
      {
        ...at,
        reportOnKey: true,
      },
    )
    return
  }
  if (!places.includes(place)) {
    const expected = `\`${key}\` on ${places.map((allowed) => words[allowed]).join(', ')}`
    report(context, `Expected ${expected}; found it on ${words[place]}. Move it there.`, { ...at, reportOnKey: true })
    return
  }
  if (validate(value)) return
  for (const error of validate.errors ?? []) {
    // Errors of single `oneOf` or `anyOf` branches are less useful than the error that no branch matches.
    if (/\/(oneOf|anyOf)\/\d+(\/|$)/.test(error.schemaPath)) continue
    const { description } = (error.parentSchema ?? {}) as { description?: string }
    const fix = description ? `Its schema says: ${description}` : 'Change it to match the schema.'
    report(
      context,
      `Expected \`${key}\` to match lint/extensions/${key}.json; found ${error.instancePath || 'a value'} that ${error.message}${detailOf(error)}. ${fix}`,
      {
        ...at,
        pointer: at.pointer + error.instancePath,
      },
    )
  }
}

function detailOf({ keyword, params }: ErrorObject): string {
  if (keyword === 'additionalProperties') return ` (${String(params['additionalProperty'])})`
  return keyword === 'enum' ? ` (${(params['allowedValues'] as unknown[]).join(', ')})` : ''
}

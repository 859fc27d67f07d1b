/** Requires examples on parameters, bodies and properties. Redocly's no-invalid-*-examples rules validate them. */
import { report } from '../finding.ts'
import { isObject, isRef, typesOf, type MediaType, type RequestBody, type Schema } from '../openapi.ts'
import { follow, successBodies } from '../references.ts'
import type { Context, Location, Rule } from '../redocly.ts'

const scalars = new Set(['string', 'number', 'integer'])

export const examplesPresent: Rule = () => ({
  Parameter(parameter, context) {
    if (parameter.example !== undefined) return
    const actual = parameter.examples === undefined ? 'none' : '`examples`'
    report(
      context,
      `Expected the parameter ${parameter.name} to have an \`example\`; found ${actual}. Add \`example:\` with a value of the sample data.`,
    )
  },
  Operation(operation, context) {
    const id = operation.operationId
    const at = context.location.child('requestBody')
    const body = operation.requestBody && follow<RequestBody>(context, operation.requestBody, at)
    for (const [mediaType, media] of Object.entries(body?.node.content ?? {})) {
      if (isBytes(media)) continue
      checkNamed(context, `the ${mediaType} request body of ${id}`, media, body?.location.child(['content', mediaType]) ?? at)
    }
    for (const { status, media, location } of successBodies(context, operation))
      checkNamed(context, `the ${status} of ${id}`, media, location)
  },
  Schema(schema, context) {
    if ('example' in schema) {
      report(
        context,
        `Expected a schema to have \`examples\`; found \`example\`, which JSON Schema does not define. Write \`examples: [x]\`.`,
        context.location.child('example').key(),
      )
    }
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (!needsExample(property)) continue
      const at = context.location.child(['properties', name])
      report(
        context,
        `Expected the property \`${name}\` to have \`examples\`; found none. Add \`examples: [x]\` with a value of the sample data.`,
        at.key(),
      )
    }
  },
})

function checkNamed(context: Context, subject: string, media: MediaType, at: Location): void {
  const examples = Object.entries(media.examples ?? {})
  for (const [name, raw] of examples) {
    const found = follow<Readonly<Record<string, unknown>>>(context, raw as Readonly<Record<string, unknown>>, at)
    if (!found || 'value' in found.node) continue
    report(context, `Expected the example \`${name}\` of ${subject} to have a \`value\`; found none. Add it.`, at.child(['examples', name]))
  }
  if (examples.length > 0) return
  const actual = media.example === undefined ? 'none' : 'an `example` without a name'
  report(
    context,
    `Expected ${subject} to have named \`examples\`; found ${actual}. Add \`examples: { <name>: { value: … } }\`, or a reference to \`#/components/examples/…\`.`,
    at,
  )
}

function isBytes(media: MediaType): boolean {
  return media.schema === undefined || media.schema.format === 'binary'
}

function needsExample(property: Schema): boolean {
  if (!isObject(property) || isRef(property)) return false
  if (property.enum || property.const !== undefined || property.format === 'binary') return false
  const types = typesOf(property).filter((type) => type !== 'null')
  return types.length > 0 && types.every((type) => scalars.has(type)) && !property.examples?.length
}

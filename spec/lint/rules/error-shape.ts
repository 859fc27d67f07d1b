/** Requires inline errors of an operation to have the error schema of its API and an example. */
import { list, report } from '../finding.ts'
import { isJson, isObject, type Response } from '../openapi.ts'
import { follow } from '../references.ts'
import type { Context, Rule } from '../redocly.ts'
import { folderOf } from '../specification.ts'
import type { Folder } from '../specification-types.ts'

/** Error schema of each API. For an API without one, only the example is required. */
export type ErrorShapeOptions = Readonly<Partial<Record<Folder, string>>>

export const errorShape: Rule<ErrorShapeOptions> = (options) => ({
  Operation(operation, context) {
    const schema = options[folderOf(context.location.source.absoluteRef) ?? 'shared']
    for (const [status, raw] of Object.entries(operation.responses ?? {})) {
      if (/^[123]/.test(status)) continue
      const found = follow<Response>(context, raw, context.location.child(['responses', status]))
      if (found) checkShape(context, `the ${status} of ${operation.operationId}`, found.node, found.location, schema)
    }
  },
})

function checkShape(context: Context, subject: string, response: Response, at: Context['location'], schema: string | undefined): void {
  const json = Object.entries(response.content ?? {}).find(([mediaType]) => isJson(mediaType))
  if (!json) {
    if (schema)
      report(
        context,
        `Expected ${subject} to have a JSON body; found ${list(Object.keys(response.content ?? {}))}. Refer to ../shared/errors.yaml, or add \`application/json\` content.`,
        at,
      )
    return
  }
  const [mediaType, media] = json
  const place = at.child(['content', mediaType])
  if (schema && !media.schema?.$ref?.endsWith(`#/components/schemas/${schema}`)) {
    const actual = media.schema?.$ref ?? 'another schema'
    report(
      context,
      `Expected ${subject} to use the schema \`${schema}\`; found ${actual}. Write \`schema: { $ref: ../shared/errors.yaml#/components/schemas/${schema} }\`.`,
      place,
    )
  }
  if (!isObject(media.examples) || Object.keys(media.examples).length === 0) {
    report(context, `Expected ${subject} to have an example; found none. Add a named example under \`examples\`.`, place)
  }
}

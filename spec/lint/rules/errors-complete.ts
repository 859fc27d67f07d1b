/**
 * Every operation declares the errors it can answer with, in the error shape of its API and with an example.
 * Which ones is an option for each API in redocly.yaml; an API without options is not checked.
 */
import { list, report } from '../finding.ts'
import { follow, isJson, isObject, parametersOf, type Operation, type Response } from '../openapi.ts'
import type { Context, Rule } from '../redocly.ts'
import { folderOf, type Folder } from '../specification.ts'

export interface ErrorPolicy {
  /** Statuses every operation has. */
  readonly always?: readonly string[]
  /** Statuses of an operation with a body. */
  readonly body?: readonly string[]
  /** Statuses of an operation whose path has a parameter. */
  readonly pathParameter?: readonly string[]
  /** Statuses of an operation with any parameter or a body. */
  readonly input?: readonly string[]
  /** The schema component that an error written inline must refer to. */
  readonly schema?: string
}

export type ErrorsCompleteOptions = Readonly<Partial<Record<Folder, ErrorPolicy>>>

export const errorsComplete: Rule<ErrorsCompleteOptions> = (options) => ({
  Operation(operation, context) {
    const policy = options[folderOf(context.location.source.absoluteRef) ?? 'shared']
    if (!policy) return
    const responses = operation.responses ?? {}
    for (const [status, reason] of requiredStatuses(policy, operation, context)) {
      if (status in responses) continue
      const mend = `Add \`${status === 'default' ? status : `'${status}'`}: { $ref: ../shared/errors.yaml#/components/responses/… }\` to its responses.`
      report(
        context,
        { expected: `${operation.operationId} to declare ${status} (${reason})`, came: list(Object.keys(responses)), mend },
        context.location.child('responses').key(),
      )
    }
    for (const [status, raw] of Object.entries(responses)) {
      if (/^[123]/.test(status)) continue
      const found = follow<Response>(context, raw, context.location.child(['responses', status]))
      if (found) checkShape(context, `the ${status} of ${operation.operationId}`, found.node, found.location, policy.schema)
    }
  },
})

function requiredStatuses(policy: ErrorPolicy, operation: Operation, context: Context): Map<string, string> {
  const parameters = parametersOf(context, operation)
  const hasBody = operation.requestBody !== undefined
  const groups: readonly (readonly [readonly string[] | undefined, boolean, string])[] = [
    [policy.always, true, 'every operation does'],
    [policy.body, hasBody, 'it has a body'],
    [policy.pathParameter, parameters.some(({ node }) => node.in === 'path'), 'its path has a parameter'],
    [policy.input, hasBody || parameters.length > 0, 'it takes parameters or a body'],
  ]
  return new Map(
    groups.flatMap(([statuses, applies, reason]) => (applies ? (statuses ?? []).map((status) => [status, reason] as const) : [])),
  )
}

function checkShape(context: Context, what: string, response: Response, at: Context['location'], schema: string | undefined): void {
  const json = Object.entries(response.content ?? {}).find(([mediaType]) => isJson(mediaType))
  if (!json) {
    if (schema)
      report(
        context,
        {
          expected: `${what} to have a JSON body`,
          came: list(Object.keys(response.content ?? {})),
          mend: 'Refer to ../shared/errors.yaml, or add `application/json` content.',
        },
        at,
      )
    return
  }
  const [mediaType, media] = json
  const place = at.child(['content', mediaType])
  if (schema && !media.schema?.$ref?.endsWith(`#/components/schemas/${schema}`)) {
    const came = media.schema?.$ref ?? 'a schema of its own'
    report(
      context,
      {
        expected: `${what} to carry \`${schema}\``,
        came,
        mend: `Write \`schema: { $ref: ../shared/errors.yaml#/components/schemas/${schema} }\`.`,
      },
      place,
    )
  }
  if (!isObject(media.examples) || Object.keys(media.examples).length === 0) {
    report(context, { expected: `${what} to have an example`, came: 'none', mend: 'Add a named one under `examples`.' }, place)
  }
}

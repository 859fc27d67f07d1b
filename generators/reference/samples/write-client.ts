/** The call by our client: by the resource API and, for the database tools, by the name of the tool. */
import { nameVerb } from '../../kit/name-verb.ts'
import { getFacts } from '../../kit/get-facts.ts'
import { emitLiteral, emitMember } from '../../kit/emit-literal.ts'
import type { Api, Family, Operation } from '../../model/api-model.ts'
import { hasResult } from './has-result.ts'
import { printValue } from './print-value.ts'
import type { SampleRequest, Values } from './find-request.ts'

export function renderByFamily(api: Api, family: Family, operation: Operation, request: SampleRequest, token: string): string {
  const { name, given } = getCall(operation, request)
  const callee = `cloud${[...family.group.split('_'), ...name.split('.')].map(emitMember).join('')}`
  const made = `const cloud = createCloud({ baseUrl: ${emitLiteral(api.baseUrl)} })\n`
  const call = `await ${callee}(${given.map((value) => printValue(value)).join(', ')})\n`
  return `import { createCloud } from '@spindrift/client'\n\n${describeToken(operation, token)}${made}${hasResult(operation) ? 'const result = ' : ''}${call}`
}

/** `operation` is the tool's own, whose body are the arguments. */
export function renderByTool(api: Api, operation: Operation, { body }: SampleRequest, token: string): string {
  const given = [emitLiteral(operation.tool?.name), ...(body === undefined ? [] : [printValue(body)])]
  const made = `const tools = createTools({ baseUrl: ${emitLiteral(api.baseUrl)} })\n`
  return `import { createTools } from '@spindrift/client/tools'\n\n${describeToken(operation, token)}${made}const result = await tools.call(${given.join(', ')})\n`
}

function describeToken(operation: Operation, token: string): string {
  return getFacts(operation).open ? '' : `// Reads the token from ${token}.\n`
}

/** What starts an action is called by its verb. What is called are the ids of the path and then its fields, unless that cannot say all. */
function getCall(operation: Operation, request: SampleRequest): { readonly name: string; readonly given: readonly unknown[] } {
  const { type, ...fields } = Object(request.body) as Values
  const verb = operation.verbs?.find((each) => each.type === type)
  if (verb) {
    const ids = [request.path, request.query].flatMap((part) => Object.values(part ?? {}))
    return { name: nameVerb(operation, verb), given: [...ids, ...[fields].filter((own) => Object.keys(own).length > 0)] }
  }
  return { name: operation.name, given: orderParts(operation, request) ?? [request].filter((parts) => Object.keys(parts).length > 0) }
}

function orderParts({ path, body, parameters }: Operation, request: SampleRequest): readonly unknown[] | undefined {
  const takes = body ? 'body' : parameters.some((parameter) => parameter.in === 'query') ? 'query' : undefined
  if (Object.keys(request).some((part) => part !== 'path' && part !== takes)) return undefined
  const ids = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = '']) => request.path?.[name])
  const fields = takes && request[takes]
  if (ids.length === 0 && fields !== undefined && Object.keys(Object(fields)).length === 0) return undefined
  return [...ids, ...(fields === undefined ? [] : [fields])]
}

/** Renders samples for the client: resource API calls, and tool calls for database tools. */
import { nameVerb } from '../../kit/name-verb.ts'
import { getFacts } from '../../kit/get-facts.ts'
import { emitMember } from '../../kit/emit-literal.ts'
import type { Family, Operation } from '../../model/api-model.ts'
import { hasResult } from './has-result.ts'
import { printCall } from './print-value.ts'
import type { SampleRequest, Values } from './find-request.ts'

export function renderClientSample(family: Family, operation: Operation, request: SampleRequest, token: string): string {
  const { name, args } = getCall(operation, request)
  const callee = `cloud${[...family.group.split('_'), ...name.split('.')].map(emitMember).join('')}`
  const declaration = `const cloud = createCloud()\n`
  const call = printCall(`${hasResult(operation) ? 'const result = ' : ''}await ${callee}`, args)
  return `import { createCloud } from '@spindrift/client'\n\n${describeEnvironment(operation, token)}${declaration}${call}\n`
}

/** @param operation the tool operation, whose body contains the arguments */
export function renderToolSample(operation: Operation, { body }: SampleRequest, token: string): string {
  const args = [operation.tool?.name, ...(body === undefined ? [] : [body])]
  const declaration = `const tools = createTools()\n`
  return `import { createTools } from '@spindrift/client/tools'\n\n${describeEnvironment(operation, token)}${declaration}${printCall('const result = await tools.call', args)}\n`
}

export function describeEnvironment(operation: Operation, token: string): string {
  return `// Reads SPINDRIFT_BASE_URL${getFacts(operation).open ? '' : ` and ${token}`}.\n`
}

/** Uses action methods if there are any, and positional arguments if they cover the request. */
function getCall(operation: Operation, request: SampleRequest): { readonly name: string; readonly args: readonly unknown[] } {
  const { type, ...fields } = Object(request.body) as Values
  const verb = operation.verbs?.find((each) => each.type === type)
  if (verb) {
    const ids = [request.path, request.query].flatMap((part) => Object.values(part ?? {}))
    return { name: nameVerb(operation, verb), args: [...ids, ...[fields].filter((own) => Object.keys(own).length > 0)] }
  }
  return {
    name: operation.name,
    args: findOrderedArguments(operation, request) ?? [request].filter((parts) => Object.keys(parts).length > 0),
  }
}

function findOrderedArguments({ path, body, parameters }: Operation, request: SampleRequest): readonly unknown[] | undefined {
  const part = body ? 'body' : parameters.some((parameter) => parameter.in === 'query') ? 'query' : undefined
  if (Object.keys(request).some((each) => each !== 'path' && each !== part)) return undefined
  const ids = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = '']) => request.path?.[name])
  const fields = part && request[part]
  if (ids.length === 0 && fields !== undefined && Object.keys(Object(fields)).length === 0) return undefined
  return [...ids, ...(fields === undefined ? [] : [fields])]
}

/** Emits example calls from the examples of the specification: required parameters, and the shortest example of the body. */
import { nameVerb } from '../kit/name-verb.ts'
import { toCamelCase } from '../kit/emit-identifier.ts'
import { emitLiteral, emitMember } from '../kit/emit-literal.ts'
import type { ActionVerb, Family, Operation, Parameter, RequestBody } from '../model/api-model.ts'
import type { Arguments } from './features.ts'
import { listTargetParameters } from './get-features.ts'

/** Example calls with positional and with named arguments. Empty if the examples are insufficient. */
export interface Examples {
  readonly byOrder?: string
  readonly byName?: string
}

export function emitExamples(operation: Operation, family: Family, args: Arguments | undefined): Examples {
  const body = findShortest(operation.body)
  const requiredParameters = operation.parameters.filter(({ required }) => required)
  if (requiredParameters.some((parameter) => findExample(parameter) === undefined) || (operation.body?.required && body === undefined))
    return {}
  const request = getRequest(requiredParameters, body)
  const call = emitCallee(family, operation.name)
  const byName = emitCall(call, Object.keys(request).length > 0 ? [request] : [])
  if (!args) return { byName }
  const fields = args.part ? request[args.part] : undefined
  return { byOrder: emitCall(call, [...args.ids.map((id) => findExample(id)), ...(fields === undefined ? [] : [fields])]), byName }
}

/** Shortest example of a JSON or form body. */
function findShortest(body: RequestBody | undefined): unknown {
  const values = body?.content.find(({ mediaType }) => /json|form-urlencoded/.test(mediaType))?.examples.map(({ value }) => value) ?? []
  return values.toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)[0]
}

export function emitVerbExample(operation: Operation, family: Family, args: Arguments | undefined, verb: ActionVerb): string | undefined {
  const ids = [...(args?.ids ?? []), ...listTargetParameters(operation.parameters)].map((id) => findExample(id))
  const { type: _, ...fields } = Object(verb.example?.value) as Readonly<Record<string, unknown>>
  if (ids.includes(undefined) || (verb.input === 'required' && Object.keys(fields).length === 0)) return undefined
  return emitCall(emitCallee(family, nameVerb(operation, verb)), [...ids, ...(Object.keys(fields).length > 0 ? [fields] : [])])
}

function getRequest(parameters: readonly Parameter[], body: unknown): Readonly<Record<string, unknown>> {
  const parts = Object.entries(Object.groupBy(parameters, (parameter) => parameter.in)).map(([part, own]) => [
    part,
    Object.fromEntries(own.map((parameter) => [parameter.name, findExample(parameter)])),
  ])
  return { ...Object.fromEntries(parts), ...(body !== undefined && { body }) }
}

function findExample({ example, schema }: Parameter): unknown {
  return example ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0]
}

function emitCall(call: string, args: readonly unknown[]): string {
  return `await ${call}(${args.map(emitLiteral).join(', ')})`
}

function emitCallee(family: Family, name: string): string {
  const steps = [...family.group.split('_'), ...name.split('.')].map((step) => toCamelCase(step))
  return `cloud${steps.map(emitMember).join('')}`
}

/** Writes a call of an operation on one line, with the values of the specification's examples: what must be sent, and the shortest example of the body. */
import { nameVerb } from '../kit/name-verb.ts'
import { toCamelCase } from '../kit/write-identifier.ts'
import { writeLiteral, writeMember } from '../kit/write-literal.ts'
import type { ActionVerb, Family, Operation, Parameter, RequestBody } from '../model/api-model.ts'
import type { Arguments } from './features.ts'
import { listChoosers } from './read-features.ts'

/** The ways in which an operation can be called: by order where it can be, and by name. Nothing where the examples do not suffice. */
export interface Examples {
  readonly byOrder?: string
  readonly byName?: string
}

export function writeExamples(operation: Operation, family: Family, args: Arguments | undefined): Examples {
  const body = findShortest(operation.body)
  const needed = operation.parameters.filter(({ required }) => required)
  if (needed.some((parameter) => findExample(parameter) === undefined) || (operation.body?.required && body === undefined)) return {}
  const request = readRequest(needed, body)
  const call = writeCallee(family, operation.name)
  const byName = writeCall(call, Object.keys(request).length > 0 ? [request] : [])
  if (!args) return { byName }
  const fields = args.takes ? request[args.takes] : undefined
  return { byOrder: writeCall(call, [...args.ids.map((id) => findExample(id)), ...(fields === undefined ? [] : [fields])]), byName }
}

/** Of the examples of a body that is no file, the one that is read at a glance. */
function findShortest(body: RequestBody | undefined): unknown {
  const values = body?.content.find(({ mediaType }) => /json|form-urlencoded/.test(mediaType))?.examples.map(({ value }) => value) ?? []
  return values.toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)[0]
}

export function writeVerbExample(operation: Operation, family: Family, args: Arguments | undefined, verb: ActionVerb): string | undefined {
  const ids = [...(args?.ids ?? []), ...listChoosers(operation.parameters)].map((id) => findExample(id))
  const { type: _, ...fields } = Object(verb.example?.value) as Readonly<Record<string, unknown>>
  if (ids.includes(undefined) || (verb.takes === 'required' && Object.keys(fields).length === 0)) return undefined
  return writeCall(writeCallee(family, nameVerb(operation, verb)), [...ids, ...(Object.keys(fields).length > 0 ? [fields] : [])])
}

function readRequest(parameters: readonly Parameter[], body: unknown): Readonly<Record<string, unknown>> {
  const parts = Object.entries(Object.groupBy(parameters, (parameter) => parameter.in)).map(([part, own]) => [
    part,
    Object.fromEntries(own.map((parameter) => [parameter.name, findExample(parameter)])),
  ])
  return { ...Object.fromEntries(parts), ...(body !== undefined && { body }) }
}

function findExample({ example, schema }: Parameter): unknown {
  return example ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0]
}

function writeCall(call: string, given: readonly unknown[]): string {
  return `await ${call}(${given.map(writeLiteral).join(', ')})`
}

function writeCallee(family: Family, name: string): string {
  const steps = [...family.group.split('_'), ...name.split('.')].map((step) => toCamelCase(step))
  return `cloud${steps.map(writeMember).join('')}`
}

/** Emits the parameter lists of a client method, one per overload. */
import { emitIdentifier } from '../kit/emit-identifier.ts'
import { emitString } from '../kit/emit-literal.ts'
import type { Parameter } from '../model/api-model.ts'
import type { Arguments } from './features.ts'
import type { Form } from './list-forms.ts'
import type { TypeNames } from './type-names.ts'

/** Emits one parameter list per overload. A method with a single argument accepts both forms in one signature. */
export function emitArguments({ request, type }: Form, args: Arguments | undefined, names: TypeNames): string[] {
  if (!args) return [request]
  const { part, isRequired } = args
  const partType = `${type}[${emitString(part)}]`
  const fields = isRequired ? partType : `NonNullable<${partType}>`
  const ids = emitIds(args.ids, names)
  if (ids.length === 0) return [part ? `${request} | ${fields}` : request]
  if (ids.length === 1 && !part) return [`${ids[0]} | ${type}`]
  // Last, because the compiler explains an invalid call by the last overload.
  return [request, [...ids, ...(part ? [`${part}${isRequired ? '' : '?'}: ${fields}`] : [])].join(', ')]
}

/** Emits the argument tuples that identify a resource: its ids, or a request. */
export function emitTargetTypes({ request, type }: Form, args: Arguments | undefined, names: TypeNames): string {
  const ids = args ? emitIds(args.ids, names) : []
  // A required parameter follows.
  const parameter = `request: ${type}${request.startsWith('request?') ? ' | undefined' : ''}`
  if (ids.length === 0) return `[${parameter}]`
  return ids.length === 1 ? `[${ids[0]} | ${type}]` : `[${ids.join(', ')}] | [${parameter}]`
}

export function emitIds(ids: readonly Parameter[], names: TypeNames): string[] {
  return ids.map(({ name, schema }) => `${emitIdentifier(name)}: ${names.type(schema)}`)
}

/** Writes the parameters of a method of the client: each way in which it can be called. */
import { emitIdentifier } from '../kit/emit-identifier.ts'
import { emitString } from '../kit/emit-literal.ts'
import type { Parameter } from '../model/api-model.ts'
import type { Arguments } from './features.ts'
import type { Form } from './list-forms.ts'
import type { TypeNames } from './type-names.ts'

/** Each as a list of parameters. What takes one thing beside its options takes it in either form, so that there is one signature. */
export function emitArguments({ request, type }: Form, args: Arguments | undefined, names: TypeNames): string[] {
  if (!args) return [request]
  const { takes, isRequired } = args
  const part = `${type}[${emitString(takes)}]`
  const fields = isRequired ? part : `NonNullable<${part}>`
  const ids = emitIds(args.ids, names)
  if (ids.length === 0) return [takes ? `${request} | ${fields}` : request]
  if (ids.length === 1 && !takes) return [`${ids[0]} | ${type}`]
  return [[...ids, ...(takes ? [`${takes}${isRequired ? '' : '?'}: ${fields}`] : [])].join(', '), request]
}

/** What names the resource that it reads: its ids, or a request. */
export function emitWhich({ request, type }: Form, args: Arguments | undefined, names: TypeNames): string {
  const ids = args ? emitIds(args.ids, names) : []
  // What follows is required.
  const whole = `request: ${type}${request.startsWith('request?') ? ' | undefined' : ''}`
  if (ids.length === 0) return `[${whole}]`
  return ids.length === 1 ? `[${ids[0]} | ${type}]` : `[${ids.join(', ')}] | [${whole}]`
}

export function emitIds(ids: readonly Parameter[], names: TypeNames): string[] {
  return ids.map(({ name, schema }) => `${emitIdentifier(name)}: ${names.type(schema)}`)
}

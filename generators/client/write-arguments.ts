/** Writes the parameters of a method of the client: each way in which it can be called. */
import { writeIdentifier } from '../kit/write-identifier.ts'
import { writeString } from '../kit/write-literal.ts'
import type { Parameter } from '../model/api-model.ts'
import type { Arguments } from './features.ts'
import type { Form } from './list-forms.ts'
import type { TypeNames } from './type-names.ts'

/** Each as a list of parameters. What takes one thing beside its options takes it in either form, so that there is one signature. */
export function writeArguments({ request, type }: Form, args: Arguments | undefined, names: TypeNames): string[] {
  if (!args) return [request]
  const { takes, isRequired } = args
  const part = `${type}[${writeString(takes)}]`
  const fields = isRequired ? part : `NonNullable<${part}>`
  const ids = writeIds(args.ids, names)
  if (ids.length === 0) return [takes ? `${request} | ${fields}` : request]
  if (ids.length === 1 && !takes) return [`${ids[0]} | ${type}`]
  return [[...ids, ...(takes ? [`${takes}${isRequired ? '' : '?'}: ${fields}`] : [])].join(', '), request]
}

/** What names the resource that it reads: its ids, or a request. */
export function writeWhich({ request, type }: Form, args: Arguments | undefined, names: TypeNames): string {
  const ids = args ? writeIds(args.ids, names) : []
  // What follows is required.
  const whole = `request: ${type}${request.startsWith('request?') ? ' | undefined' : ''}`
  if (ids.length === 0) return `[${whole}]`
  return ids.length === 1 ? `[${ids[0]} | ${type}]` : `[${ids.join(', ')}] | [${whole}]`
}

export function writeIds(ids: readonly Parameter[], names: TypeNames): string[] {
  return ids.map(({ name, schema }) => `${writeIdentifier(name)}: ${names.type(schema)}`)
}

/** Writes an operation as a method, or as a property where it is more than a function. */
import { describeDeprecation, nameInClient } from '../kit/describe-deprecation.ts'
import { describeStability } from '../kit/describe-stability.ts'
import { type CommentLine, emitComment } from '../kit/emit-comment.ts'
import { emitString } from '../kit/emit-literal.ts'
import type { Family, Operation } from '../model/api-model.ts'
import { type Form, listForms } from './list-forms.ts'
import type { Features } from './features.ts'
import type { TypeNames } from './type-names.ts'
import { emitArguments, emitWhich } from './emit-arguments.ts'
import type { Examples } from './write-example.ts'

/** What an operation can do, and what a hover says of it beside its own description. */
export interface DescribedFeatures extends Features {
  readonly words: string
  readonly examples: Examples
}

export type FeaturesOf = (operation: Operation) => DescribedFeatures

/** What is written of an operation. */
export interface Written {
  readonly operation: Operation
  readonly family: Family
  readonly names: TypeNames
  readonly features: DescribedFeatures
  /** As a property. */
  readonly name: string
  /** The type of what a call resolves to. */
  readonly result: string
}

export function emitMethod({ operation, names, features, name, result }: Written, indent: string): string {
  const { byOrder, byName } = features.examples
  const comment = (example: string | undefined) =>
    emitComment([operation.summary, '', operation.description, ...describeUse(operation, features, example)], indent)
  const whole = { request: names.request(operation), type: names.requestType(operation), body: result }
  return [...listForms(operation, names), whole]
    .flatMap((form) => {
      const [first = '', ...others] = emitSignatures(form, name, names, features)
      // An editor shows the words of the signature that is called.
      return [`${comment(byOrder ?? byName)}${indent}${first}\n`, ...others.map((signature) => `${comment(byName)}${indent}${signature}\n`)]
    })
    .join('')
}

/** What follows the description of an operation, or of one of its verbs. */
export function describeUse(operation: Operation, { words }: DescribedFeatures, example: string | undefined): CommentLine[] {
  const stability = describeStability(operation.stability)
  return [
    ...(stability ? ['', `${stability.word}: ${stability.sentence}`] : []),
    '',
    words,
    ...(operation.deprecated ? [emitDeprecated(operation)] : []),
    ...(example ? [{ tag: 'example', text: example } as const] : []),
  ]
}

function emitDeprecated({ deprecation }: Operation): CommentLine {
  return { tag: 'deprecated', ...(deprecation && { text: describeDeprecation(deprecation, nameInClient) }) }
}

/** A method, or a property where the operation is more than a function. */
function emitSignatures(form: Form, name: string, names: TypeNames, features: Features): string[] {
  const { item, states, args } = features
  const { body: result } = form
  const ways = emitArguments(form, args, names).map((way) => `${way}, ${emitOptions(features, names)}`)
  const made = emitCall(features, result, names)
  if (!states) return ways.map((way) => `${name}(${way}): ${made}`)
  const types = [
    ways.map((way) => `[${way}]`).join(' | '),
    emitWhich(form, args, names),
    result,
    states.map(emitString).join(' | '),
    ...(item ? [made] : []),
  ]
  return [`readonly ${name}: ${names.own('wait/operations.ts', 'StateOperation')}<${types.join(', ')}>`]
}

export function emitOptions({ facts, starts }: Features, names: TypeNames): string {
  // What cannot be read cannot be found in the way either.
  const isLocking = starts && !facts['ends']
  return `options?: ${isLocking ? names.own('wait/operations.ts', 'ActionCallOptions') : names.own('call.ts', 'CallOptions')}`
}

/** What a call gives. */
export function emitCall({ item, starts }: Features, result: string, names: TypeNames): string {
  if (starts) return `${names.own('wait/operations.ts', 'ActionCall')}<${result}>`
  if (item) return `${names.own('pages/list-call.ts', 'ListCall')}<${result}, ${emitItem(item, result, names)}>`
  return `${names.own('call.ts', 'Call')}<${result}>`
}

function emitItem(item: NonNullable<Features['item']>, body: string, names: TypeNames): string {
  if ('schema' in item) return names.schema(item.schema)
  const index = item.at.at(-1) ?? ''
  return `${item.at.slice(0, -1).reduce((type, name) => `NonNullable<${type}[${emitString(name)}]>`, body)}[${index}]`
}

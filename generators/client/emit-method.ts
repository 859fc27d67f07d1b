/** Emits an operation as a method, or as a property if it has further members. */
import { describeDeprecation, nameInClient } from '../kit/describe-deprecation.ts'
import { isUndocumented, undocumentedNotice } from '../kit/describe-provenance.ts'
import { type CommentLine, emitComment } from '../kit/emit-comment.ts'
import { emitString } from '../kit/emit-literal.ts'
import type { Family, Operation } from '../model/api-model.ts'
import { type Form, listForms } from './list-forms.ts'
import type { Features } from './features.ts'
import type { TypeNames } from './type-names.ts'
import { emitArguments, emitTargetTypes } from './emit-arguments.ts'
import type { Examples } from './emit-examples.ts'

/** Features of an operation, with its hover text and examples. */
export interface DescribedFeatures extends Features {
  readonly hover: string
  readonly examples: Examples
}

export type FeaturesOf = (operation: Operation) => DescribedFeatures

/** Input of the functions that emit a method. */
export interface MethodContext {
  readonly operation: Operation
  readonly family: Family
  readonly names: TypeNames
  readonly features: DescribedFeatures
  /** Property name. */
  readonly name: string
  /** Result type of a call. */
  readonly result: string
}

export function emitMethod({ operation, names, features, name, result }: MethodContext, indent: string): string {
  const { byOrder, byName } = features.examples
  const comment = (example: string | undefined) =>
    emitComment([operation.summary, '', operation.description, ...describeMethod(operation, features, example)], indent)
  const forms = listForms(operation, names)
  const fullForm: Form = { request: names.request(operation), type: names.requestType(operation), body: result }
  const streams = forms.flatMap(({ stream }) => stream ?? [])
  return [...forms, fullForm]
    .flatMap((form) => {
      const calls =
        form === fullForm ? [emitCall(features, form.body, names), ...streams] : [form.stream ?? emitCall(features, form.body, names)]
      const signatures = emitSignatures(form, calls.join(' | '), name, names, features)
      // Editors show the comment of the signature that is called.
      return signatures.map(
        (signature, at) => `${comment(at === signatures.length - 1 ? (byOrder ?? byName) : byName)}${indent}${signature}\n`,
      )
    })
    .join('')
}

/** Comment lines after the description of an operation or an action type. */
export function describeMethod(operation: Operation, { hover }: DescribedFeatures, example: string | undefined): CommentLine[] {
  return [
    ...(isUndocumented(operation.provenance) ? ['', undocumentedNotice] : []),
    '',
    hover,
    ...(operation.deprecated ? [emitDeprecated(operation)] : []),
    ...(example ? [{ tag: 'example', text: example } as const] : []),
  ]
}

function emitDeprecated({ deprecation }: Operation): CommentLine {
  return { tag: 'deprecated', ...(deprecation && { text: describeDeprecation(deprecation, nameInClient) }) }
}

/** Emits method signatures, or a property if the operation has further members. */
function emitSignatures(form: Form, call: string, name: string, names: TypeNames, features: Features): string[] {
  const { item, states, args } = features
  const { body: result } = form
  const parameterLists = emitArguments(form, args, names).map((parameters) => `${parameters}, ${emitOptions(features, names)}`)
  if (!states) return parameterLists.map((parameters) => `${name}(${parameters}): ${call}`)
  const types = [
    parameterLists.map((parameters) => `[${parameters}]`).join(' | '),
    emitTargetTypes(form, args, names),
    result,
    states.map(emitString).join(' | '),
    ...(item ? [call] : []),
  ]
  return [`readonly ${name}: ${names.own('wait/operations.ts', 'StateOperation')}<${types.join(', ')}>`]
}

export function emitOptions({ facts, startsActions }: Features, names: TypeNames): string {
  // Without readable actions, a conflicting action cannot be found.
  const isLocking = startsActions && !facts['done']
  return `options?: ${isLocking ? names.own('wait/operations.ts', 'ActionCallOptions') : names.own('call.ts', 'CallOptions')}`
}

/** Emits the return type of a call. */
export function emitCall({ item, startsActions }: Features, result: string, names: TypeNames): string {
  if (startsActions) return `${names.own('wait/operations.ts', 'ActionCall')}<${result}>`
  if (item) return `${names.own('pages/list-call.ts', 'ListCall')}<${result}, ${emitItem(item, result, names)}>`
  return `${names.own('call.ts', 'Call')}<${result}>`
}

function emitItem(item: NonNullable<Features['item']>, body: string, names: TypeNames): string {
  if ('schema' in item) return names.schema(item.schema)
  const index = item.at.at(-1) ?? ''
  return `${item.at.slice(0, -1).reduce((type, name) => `NonNullable<${type}[${emitString(name)}]>`, body)}[${index}]`
}

/** Emits an action type as a method: `resize(droplet_id, body)` for `create` with the type `resize`. */
import { emitComment } from '../kit/emit-comment.ts'
import { emitIds } from './emit-arguments.ts'
import type { ActionVerb } from '../model/api-model.ts'
import { listTargetParameters } from './get-features.ts'
import { emitVerbExample } from './emit-examples.ts'
import { describeMethod, type MethodContext, emitCall, emitOptions } from './emit-method.ts'

export function emitVerb({ operation, family, names, features, name, result }: MethodContext, verb: ActionVerb, indent: string): string {
  const parameters = [
    ...emitIds([...(features.args?.ids ?? []), ...listTargetParameters(operation.parameters)], names),
    ...(verb.input === 'none' ? [] : [`body${verb.input === 'required' ? '' : '?'}: Omit<${names.type(verb.body)}, 'type'>`]),
    emitOptions(features, names),
  ]
  const example = emitVerbExample(operation, family, features.args, verb)
  const comment = emitComment([verb.description, ...describeMethod(operation, features, example)], indent)
  return `${comment}${indent}${name}(${parameters.join(', ')}): ${emitCall(features, result, names)}\n`
}

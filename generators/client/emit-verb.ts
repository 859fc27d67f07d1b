/** Writes what an operation can start as a method of its own: `resize(droplet_id, body)` for the form of `create` whose type is `resize`. */
import { emitComment } from '../kit/emit-comment.ts'
import { emitIds } from './emit-arguments.ts'
import type { ActionVerb } from '../model/api-model.ts'
import { listChoosers } from './get-features.ts'
import { emitVerbExample } from './write-example.ts'
import { describeUse, type Written, emitCall, emitOptions } from './emit-method.ts'

export function emitVerb({ operation, family, names, features, name, result }: Written, verb: ActionVerb, indent: string): string {
  const given = [
    ...emitIds([...(features.args?.ids ?? []), ...listChoosers(operation.parameters)], names),
    ...(verb.takes === 'nothing' ? [] : [`body${verb.takes === 'required' ? '' : '?'}: Omit<${names.type(verb.body)}, 'type'>`]),
    emitOptions(features, names),
  ]
  const example = emitVerbExample(operation, family, features.args, verb)
  const comment = emitComment([verb.description, ...describeUse(operation, features, example)], indent)
  return `${comment}${indent}${name}(${given.join(', ')}): ${emitCall(features, result, names)}\n`
}

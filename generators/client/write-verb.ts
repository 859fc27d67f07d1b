/** Writes what an operation can start as a method of its own: `resize(droplet_id, body)` for the form of `create` whose type is `resize`. */
import { writeComment } from '../kit/write-comment.ts'
import { writeIds } from './write-arguments.ts'
import type { ActionVerb } from '../model/api-model.ts'
import { listChoosers } from './read-features.ts'
import { writeVerbExample } from './write-example.ts'
import { describeUse, type Written, writeCall, writeOptions } from './write-method.ts'

export function writeVerb({ operation, family, names, features, name, result }: Written, verb: ActionVerb, indent: string): string {
  const given = [
    ...writeIds([...(features.args?.ids ?? []), ...listChoosers(operation.parameters)], names),
    ...(verb.takes === 'nothing' ? [] : [`body${verb.takes === 'required' ? '' : '?'}: Omit<${names.type(verb.body)}, 'type'>`]),
    writeOptions(features, names),
  ]
  const example = writeVerbExample(operation, family, features.args, verb)
  const comment = writeComment([verb.description, ...describeUse(operation, features, example)], indent)
  return `${comment}${indent}${name}(${given.join(', ')}): ${writeCall(features, result, names)}\n`
}

/** Emits a row of the operation table: method, rest of the path, and facts that differ from the default. */
import { getFacts } from '../kit/get-facts.ts'
import { emitLiteral, emitString } from '../kit/emit-literal.ts'
import type { Operation } from '../model/api-model.ts'
import { SpecError } from '../model/spec-error.ts'
import type { Features } from './features.ts'

/** @param base the beginning of the path that all operations of the family share */
export function emitRow(operation: Operation, features: Features, base: string): string {
  const line = `${operation.method.toUpperCase()} ${operation.path.slice(base.length)}`.trim()
  const joined = operation.parameters.find(
    (parameter) => parameter.in === 'query' && !parameter.explode && parameter.schema.type === 'array',
  )
  if (joined) {
    throw new SpecError(
      operation.source,
      `Query parameter "${joined.name}" of ${operation.id} is a joined array (explode: false); the client sends arrays as repeated names.`,
    )
  }
  const facts = { ...getFacts(operation), ...features.facts }
  return Object.keys(facts).length === 0 ? emitString(line) : `[${emitString(line)}, ${emitLiteral(facts)}]`
}

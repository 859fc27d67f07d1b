/** Writes one operation as a row of the client's table: method and path, and what differs from the usual. */
import { writeLiteral, writeString } from '../kit/write-literal.ts'
import type { Operation } from '../model/api-model.ts'
import { SpecError } from '../model/spec-error.ts'
import type { Features } from './read-features.ts'

export function writeRow(operation: Operation, features: Features): string {
  const line = `${operation.method.toUpperCase()} ${operation.path}`
  const joined = operation.parameters.find(
    (parameter) => parameter.in === 'query' && !parameter.explode && parameter.schema.type === 'array',
  )
  if (joined) {
    throw new SpecError(
      operation.source,
      `Query parameter "${joined.name}" of ${operation.id} is a joined array (explode: false); the client sends arrays as repeated names.`,
    )
  }
  const facts = { ...readFacts(operation), ...features.facts }
  return Object.keys(facts).length === 0 ? writeString(line) : `[${writeString(line)}, ${writeLiteral(facts)}]`
}

export function readFacts(operation: Operation): { readonly open?: true; readonly form?: true } {
  return { ...(isOpen(operation) && { open: true }), ...(isForm(operation) && { form: true }) }
}

/** Whether a request may go out without a token. */
function isOpen(operation: Operation): boolean {
  return (
    operation.security.length === 0 ||
    operation.security.some((requirement) => Object.keys(requirement).every((scheme) => scheme === 'clientCredentials'))
  )
}

function isForm(operation: Operation): boolean {
  const types = operation.body?.content.map(({ mediaType }) => mediaType) ?? []
  return types.includes('application/x-www-form-urlencoded') && !types.includes('application/json')
}

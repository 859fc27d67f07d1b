/** Says of an operation what its caller has to reckon with, for the hover: what it throws, the scope it needs, where it stands in the reference. */
import type { Api, Family, Operation, Reply } from '../model/api-model.ts'
import { addressOfOperation } from '../kit/page-address.ts'
import { listErrorIds } from '../kit/list-refusals.ts'
import { getOAuthScope } from './emit-scopes.ts'

/** What every operation of an API can be refused with: no token, its scopes, a limit, a failure of the platform. It is not repeated. */
export function findUsual({ families }: Api): ReadonlySet<string> {
  const [first = [], ...others] = families.flatMap(({ operations }) => operations).map((operation) => listFailures(operation))
  const all = others.map((replies) => new Set(replies.map(({ status }) => status)))
  return new Set(first.map(({ status }) => status).filter((status) => all.every((statuses) => statuses.has(status))))
}

export function describeCall(operation: Operation, api: Api, family: Family, usual: ReadonlySet<string>): string {
  const failures = listFailures(operation).filter(({ status }) => !usual.has(status))
  const oauth = getOAuthScope(operation)
  const scopes = operation.scopes.length > 0 ? operation.scopes : oauth === '-' ? [] : [oauth]
  return [
    ...(failures.length > 0 ? [`Throws ${failures.map(nameFailure).join(', ')}.`] : []),
    ...(scopes.length > 0 ? [`Scope ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`] : []),
    `Reference: ${addressOfOperation(api, family, operation)}.html`,
  ].join(' ')
}

function listFailures({ replies }: Operation): Reply[] {
  return replies.filter(({ status }) => /^[45]/.test(status))
}

/** With the id of its error, as `HttpError` reads it. */
function nameFailure(reply: Reply): string {
  const names = listErrorIds(reply).map((id) => `\`${id}\``)
  return [reply.status, names.join(' or ')].filter(Boolean).join(' ')
}

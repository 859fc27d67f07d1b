/** Describes an operation for editor hovers: errors, scopes and reference page. */
import type { Api, Family, Operation, Reply } from '../model/api-model.ts'
import { getPageUrl } from '../kit/page-address.ts'
import { listErrorIds } from '../kit/list-errors.ts'
import { getOAuthScope } from './emit-scopes.ts'

/** Lists the error statuses that every operation of an API has. Hovers omit them. */
export function findCommonErrors({ families }: Api): ReadonlySet<string> {
  const [first = [], ...others] = families.flatMap(({ operations }) => operations).map((operation) => listFailures(operation))
  const all = others.map((replies) => new Set(replies.map(({ status }) => status)))
  return new Set(first.map(({ status }) => status).filter((status) => all.every((statuses) => statuses.has(status))))
}

export function describeCall(operation: Operation, api: Api, family: Family, common: ReadonlySet<string>): string {
  const failures = listFailures(operation).filter(({ status }) => !common.has(status))
  const oauth = getOAuthScope(operation)
  const scopes = operation.scopes.length > 0 ? operation.scopes : oauth === '-' ? [] : [oauth]
  return [
    ...(failures.length > 0 ? [`Throws ${failures.map(nameFailure).join(', ')}.`] : []),
    ...(scopes.length > 0 ? [`${scopes.length === 1 ? 'Scope' : 'Scopes'}: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`] : []),
    `[Reference](${getPageUrl(api, family, operation)})`,
  ].join(' ')
}

function listFailures({ replies }: Operation): Reply[] {
  return replies.filter(({ status }) => /^[45]/.test(status))
}

/** Status and error ids, as in `HttpError`. */
function nameFailure(reply: Reply): string {
  const names = listErrorIds(reply).map((id) => `\`${id}\``)
  return [reply.status, names.join(' or ')].filter(Boolean).join(' ')
}

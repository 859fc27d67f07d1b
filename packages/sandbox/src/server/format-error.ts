/** Formats errors of the control API, the inference API and the authorization server. */
import type { Reply } from '../engine/request.ts'
import { errorIds, type Failure } from '../engine/failure.ts'
import { resourceRows } from '../generated/resources.ts'
import { formatOAuthError } from '../oauth/format-oauth-error.ts'
import { isPageRequest } from '../oauth/paths.ts'
import type { RequestContext } from '../http/request-context.ts'
import { formatInferenceError } from '../http/format-inference-error.ts'
import { parsePath } from '../http/parse-request.ts'

export function formatError(failure: Failure, context: RequestContext): Reply {
  const { requestId } = context
  if (findApi(context) === 'oauth') return formatOAuthError(failure, isPageRequest(context) ? requestId : undefined)
  const { status, headers } = failure
  const message = describeMissing(failure, context)
  const id = errorIds[status] ?? 'error'
  const body = findApi(context) === 'inference' ? formatInferenceError(status, message, requestId) : { id, message, request_id: requestId }
  return { status, body: JSON.stringify(body), headers }
}

/** Finds the API of a request, also if the path belongs to no operation. */
function findApi({ operation, match, path }: RequestContext): string | undefined {
  const [known = operation] = match?.operations.values() ?? []
  if (known) return known.api
  if (path.startsWith('/v1/oauth/')) return 'oauth'
  return /^\/(?:api\/)?v1\//.test(path) ? 'inference' : undefined
}

/** Returns the 404 message of a kind that names the missing object by the id in the path. */
function describeMissing({ status, message, isGeneral }: Failure, { operation, match }: RequestContext): string {
  if (status !== 404 || !isGeneral || !operation || !match) return message
  const [parameter = '', kind = ''] =
    operation.pathResources?.findLast(([, each]) => resourceRows[each]?.notFoundMessage !== undefined) ?? []
  return resourceRows[kind]?.notFoundMessage?.replace('{id}', () => String(parsePath(operation, match.values)[parameter])) ?? message
}

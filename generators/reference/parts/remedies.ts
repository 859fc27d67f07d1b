/** Remedies by status. */
const remedies: Readonly<Record<string, string>> = {
  '400': 'Send a valid JSON body with the matching `content-type` header.',
  '401': 'Send `authorization: Bearer <token>` with a valid token. Refresh an expired token.',
  '402': 'Add a payment method to the account, or pay the outstanding balance.',
  '403': 'Use a token with the scopes listed under Authorization.',
  '404': 'Check the id. The resource may be deleted, or the token may belong to another account.',
  '405': 'Use one of the methods in the `allow` header.',
  '406': 'Omit `accept`, or request one of the listed media types.',
  '409': 'Read the resource. Wait until the running action ends, or choose another name.',
  '410': 'Do not retry: the resource was removed permanently.',
  '412': 'Bring the resource into the state named in the message, then retry.',
  '413': 'Send a smaller request.',
  '415': 'Send one of the media types listed under Request body.',
  '422': 'Correct the fields named in the message. Retrying the same request fails again.',
  '429': 'Wait for the time in `retry-after`, or until `ratelimit-reset`, then retry. The client does this automatically.',
  '500': 'Read the resource before you retry: the request may have taken effect.',
  '501': 'Use another operation: this one is not implemented.',
  '502': 'Retry after a short delay. First check whether the change was made.',
  '503': 'Retry after the time in `retry-after`.',
  '504': 'Read the resource before you retry: the request may have taken effect.',
}

/** Remedies by error id, for statuses with several meanings. */
const remediesById: Readonly<Record<string, string>> = {
  invalid_grant: 'Ask the user to sign in again: the authorization code or refresh token is no longer valid.',
  invalid_request: 'Send every required parameter exactly once, in the documented location.',
  unsupported_grant_type: 'Send one of the documented values of `grant_type`.',
  invalid_client: 'Send the client id and secret with a supported authentication method.',
  access_denied: 'Use a token of the user who owns the resource.',
  not_implemented: remedies['501'] ?? '',
  server_error: remedies['500'] ?? '',
}

export function findRemedy(status: string, id = ''): string {
  return (
    (Object.hasOwn(remediesById, id) ? remediesById[id] : undefined) ?? remedies[status] ?? 'Read the message: it describes the problem.'
  )
}

/** Lists the distinct remedies of a response with these error ids. */
export function listRemedies(status: string, ids: readonly string[]): string[] {
  return [...new Set((ids.length > 0 ? ids : ['']).map((id) => findRemedy(status, id)))]
}

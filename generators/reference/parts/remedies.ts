/** What a caller does about a refusal, by its status. */
const remedies: Readonly<Record<string, string>> = {
  '400': 'Send a body that the parser of your language can read back, with its media type in `content-type`.',
  '401': 'Send `authorization: Bearer <token>` with a token that is still valid, or refresh it.',
  '402': 'Add a means of payment to the account, or settle what is due.',
  '403': 'Use a token with the scopes that are named above, or ask for them when the token is made.',
  '404': 'Read the list again: the object may be gone, or the token may be of another account.',
  '405': 'Send one of the methods in `allow`.',
  '406': 'Leave `accept` out, or ask for a media type that is listed here.',
  '409': 'Read the object: wait until what runs on it ends, or choose another name.',
  '410': 'Nothing: it was here and is not coming back.',
  '412': 'Bring the object into the state that the message names, then send again.',
  '413': 'Send less in one request.',
  '415': 'Send a media type that is listed at the body.',
  '422': 'Correct the fields that the message names; sending the same again is refused again.',
  '429': 'Wait as long as `retry-after` says, or until `ratelimit-reset`, then send again. The client does so by itself.',
  '500': 'Read the object before you send again: the request may have taken effect.',
  '501': 'Use another operation: this one is not there.',
  '502': 'Send again after a moment; read first whether a change was made.',
  '503': 'Send again after `retry-after`.',
  '504': 'Read the object before you send again: the request may have taken effect.',
}

/** Where a status has several meanings, by the id. */
const remediesById: Readonly<Record<string, string>> = {
  invalid_grant: 'Send the user to sign in again: the code or the refresh token is of no more use.',
  invalid_request: 'Send each parameter that the operation requires once, in the place where it belongs.',
  unsupported_grant_type: 'Send `grant_type` as one of the values that are listed.',
  invalid_client: 'Send the id and the secret of the application in one of the ways that are listed.',
  access_denied: 'Use a token of the user whom it concerns.',
  not_implemented: remedies['501'] ?? '',
  server_error: remedies['500'] ?? '',
}

export function findRemedy(status: string, id = ''): string {
  return (Object.hasOwn(remediesById, id) ? remediesById[id] : undefined) ?? remedies[status] ?? 'Read the message; it says what is wrong.'
}

/** For a reply with these ids, each once. */
export function listRemedies(status: string, ids: readonly string[]): string[] {
  return [...new Set((ids.length > 0 ? ids : ['']).map((id) => findRemedy(status, id)))]
}

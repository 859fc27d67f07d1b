/** Checks the responses on a connection against the expected ones and the general promises. */
import { isObject } from '../../is-object.ts'
import { checkCommonHeaders } from '../fuzz/check-response.ts'
import type { MalformedCase } from './cases.ts'
import type { ByteExchange, WireResponse } from './exchange-bytes.ts'

/** Returns one line for each fault. */
export function checkExchange(
  { statuses, text = '', closes = false }: MalformedCase,
  { responses, rest, isClosed }: ByteExchange,
): string[] {
  const actual = responses.map(({ status }) => status)
  const last = responses.at(-1)?.text ?? ''
  return [
    ...(actual.join() === statuses.join()
      ? []
      : [`responses ${formatStatuses(actual)} instead of ${formatStatuses(statuses)}: ${last.slice(0, 120)}`]),
    ...(last.includes(text) ? [] : [`a response without ${text}`]),
    ...(rest === '' ? [] : [`${rest.length} bytes that are no response: ${JSON.stringify(rest.slice(0, 60))}`]),
    ...(closes && !isClosed ? ['the connection is still open'] : []),
    ...responses.flatMap(checkWireResponse),
  ]
}

/** Checks the promises for every response. */
function checkWireResponse(response: WireResponse): string[] {
  const { status, headers, text } = response
  // Informational responses are not final.
  if (status < 200) return []
  return [
    ...(status >= 500 ? [`status ${status}`] : []),
    ...(headers.has('set-cookie') ? ['a cookie'] : []),
    ...checkCommonHeaders(response),
    ...(status >= 400 ? checkRefusal(response) : text === '' || parseJson(text) !== undefined ? [] : ['a body that is no JSON']),
  ]
}

function checkRefusal({ headers, text }: WireResponse): string[] {
  const body = parseJson(text)
  if (!isObject(body)) return [`an error that is not a JSON object: ${text.slice(0, 60)}`]
  const hasNames = [body['id'], body['message']].every((each) => typeof each === 'string' && each !== '')
  return [
    ...(hasNames ? [] : [`an error without id or message: ${text.slice(0, 120)}`]),
    ...(body['request_id'] === headers.get('x-request-id') ? [] : ['request_id is not x-request-id']),
  ]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function formatStatuses(statuses: readonly number[]): string {
  return statuses.length === 0 ? 'none' : statuses.length > 8 ? `${statuses.length} of ${statuses[0]}` : statuses.join(', ')
}

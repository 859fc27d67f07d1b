/** Checks the responses on a connection against the expected ones and the general promises. */
import { isObject } from '../../is-object.ts'
import { checkCommonHeaders } from '../fuzz/check-response.ts'
import type { ByteExchange } from './exchange-bytes.ts'
import type { MalformedCase } from './malformed-case.ts'
import type { WireResponse } from './parse-responses.ts'

/** Returns one line for each fault. */
export function checkExchange(
  { expectedStatuses, expectedText = '', closesConnection = false }: MalformedCase,
  { responses, rest, isClosed }: ByteExchange,
): string[] {
  const statuses = responses.map(({ status }) => status)
  return [
    ...(statuses.join() === expectedStatuses.join()
      ? []
      : [
          `responses ${formatStatuses(statuses)} instead of ${formatStatuses(expectedStatuses)}: ${responses.at(-1)?.text.slice(0, 120) ?? ''}`,
        ]),
    ...(expectedText === '' || responses.at(-1)?.text.includes(expectedText) ? [] : [`a response without ${expectedText}`]),
    ...(rest === '' ? [] : [`${rest.length} bytes that are no response: ${JSON.stringify(rest.slice(0, 60))}`]),
    ...(closesConnection && !isClosed ? ['the connection is still open'] : []),
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
    ...(status >= 400 ? checkRefusal(response) : text === '' || isJson(text) ? [] : ['a body that is no JSON']),
  ]
}

function checkRefusal({ headers, text }: WireResponse): string[] {
  const body: unknown = isJson(text) ? JSON.parse(text) : undefined
  if (!isObject(body)) return [`an error that is not a JSON object: ${text.slice(0, 60)}`]
  const hasNames = [body['id'], body['message']].every((each) => typeof each === 'string' && each !== '')
  return [
    ...(hasNames ? [] : [`an error without id or message: ${text.slice(0, 120)}`]),
    ...(body['request_id'] === headers.get('x-request-id') ? [] : ['request_id is not x-request-id']),
  ]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function formatStatuses(statuses: readonly number[]): string {
  return statuses.length === 0 ? 'none' : statuses.length > 8 ? `${statuses.length} of ${statuses[0]}` : statuses.join(', ')
}

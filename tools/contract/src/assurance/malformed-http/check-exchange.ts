/** Whether what came back over a connection is what had to come, and whether every answer is one of the platform's. */
import { isObject } from '../../is-object.ts'
import { checkHeaders } from '../fuzz/check-response.ts'
import type { Exchanged } from './exchange-bytes.ts'
import type { HostileCase } from './malformed-case.ts'
import type { WireAnswer } from './parse-responses.ts'

/** One sentence for each thing that is wrong. */
export function checkExchange({ want, has = '', closes = false }: HostileCase, { answers, rest, isClosed }: Exchanged): string[] {
  const got = answers.map(({ status }) => status)
  return [
    ...(got.join() === want.join()
      ? []
      : [`answers ${describe(got)} instead of ${describe(want)}: ${answers.at(-1)?.text.slice(0, 120) ?? ''}`]),
    ...(has === '' || answers.at(-1)?.text.includes(has) ? [] : [`an answer without ${has}`]),
    ...(rest === '' ? [] : [`${rest.length} bytes that are no answer: ${JSON.stringify(rest.slice(0, 60))}`]),
    ...(closes && !isClosed ? ['the connection is still open'] : []),
    ...answers.flatMap(checkAnswer),
  ]
}

/** Of any answer to anything. */
function checkAnswer(answer: WireAnswer): string[] {
  const { status, headers, text } = answer
  // That one may go on is no answer yet.
  if (status < 200) return []
  return [
    ...(status >= 500 ? [`status ${status}`] : []),
    ...(headers.has('set-cookie') ? ['a cookie'] : []),
    ...checkHeaders(answer),
    ...(status >= 400 ? checkRefusal(answer) : text === '' || isJson(text) ? [] : ['a body that is no JSON']),
  ]
}

function checkRefusal({ headers, text }: WireAnswer): string[] {
  const body: unknown = isJson(text) ? JSON.parse(text) : undefined
  if (!isObject(body)) return [`a refusal that is no JSON object: ${text.slice(0, 60)}`]
  const hasNames = [body['id'], body['message']].every((each) => typeof each === 'string' && each !== '')
  return [
    ...(hasNames ? [] : [`a refusal without id or message: ${text.slice(0, 120)}`]),
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

function describe(statuses: readonly number[]): string {
  return statuses.length === 0 ? 'none' : statuses.length > 8 ? `${statuses.length} of ${statuses[0]}` : statuses.join(', ')
}

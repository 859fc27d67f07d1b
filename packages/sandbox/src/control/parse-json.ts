import { Failure } from '../engine/failure.ts'
import { isRecord, type Value } from '../engine/values.ts'
import { JsonLimitError, parseJson as parseLimited } from '../validation/parse-json.ts'

/** Body of a request to the control API. @throws Failure 400 */
export function parseJson(body: Uint8Array | undefined): Value {
  if (body === undefined || body.length === 0) return {}
  try {
    const value = parseLimited(new TextDecoder().decode(body))
    if (isRecord(value)) return value
  } catch (error) {
    if (error instanceof JsonLimitError) throw new Failure(400, error.message.replace('It', 'The body'))
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Failure(400, 'The body is not a JSON object.')
}

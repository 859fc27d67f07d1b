import { unprocessable } from '../engine/failure.ts'
import { isRecord, type Value } from '../engine/values.ts'
import { tryJson } from '../validation/parse-json.ts'

/** Parses JSON Lines: one object per line. Blank lines are skipped. @param field the field of the request @throws Failure 422 */
export function parseJsonLines(text: string, field: string): Value[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return []
    const value = tryJson(line)
    if (!isRecord(value)) throw unprocessable(`${field}: line ${index + 1} is not a JSON object.`)
    return [value]
  })
}

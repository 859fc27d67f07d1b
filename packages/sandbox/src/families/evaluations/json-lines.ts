/** JSON Lines as a table: one object per line, of which the string values are read. */
import { isRecord } from '../../engine/values.ts'
import { parseJson } from '../../validation/parse-json.ts'

/** The first row names the columns. @throws RangeError with the end of a sentence that starts with "The file …" */
export function parseJsonLines(text: string): string[][] {
  const columns = new Set<string>()
  const objects = text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return []
    const object = parseObject(line, index + 1)
    for (const name of Object.keys(object)) columns.add(name)
    return [object]
  })
  const head = [...columns]
  return [head, ...objects.map((object) => head.map((name) => formatCell(object[name])))]
}

function parseObject(line: string, number: number): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = parseJson(line)
  } catch {
    throw new RangeError(`cannot be read from line ${number} on`)
  }
  if (!isRecord(value)) throw new RangeError(`has no object in line ${number}`)
  return value
}

const formatCell = (value: unknown) =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)

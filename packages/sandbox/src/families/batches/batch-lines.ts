/** Parses the lines of a batch and reports faults before any line runs. */
import { isRecord } from '../../engine/values.ts'
import { tryJson } from '../../validation/parse-json.ts'

export interface BatchLine {
  readonly customId: string
  readonly body: unknown
}

export interface LineFault {
  readonly code: string
  readonly message: string
  /** Line number from 1; null for the whole file. */
  readonly line: number | null
}

export interface ParsedLines {
  readonly lines: readonly BatchLine[]
  readonly faults: readonly LineFault[]
}

/** @param url endpoint that every line must call */
export function parseLines(content: string, url: string): ParsedLines {
  const lines: BatchLine[] = []
  const faults: LineFault[] = []
  const seen = new Set<string>()
  for (const [at, text] of content.split('\n').entries()) {
    if (text.trim() === '') continue
    const result = parseLine(text, url, seen)
    if ('customId' in result) lines.push(result)
    else faults.push({ ...result, line: at + 1 })
  }
  if (lines.length === 0 && faults.length === 0) faults.push({ code: 'empty_file', message: 'The file has no lines.', line: null })
  return { lines, faults }
}

type Fault = Omit<LineFault, 'line'>

function parseLine(text: string, url: string, seen: Set<string>): BatchLine | Fault {
  const line = tryJson(text)
  if (!isRecord(line)) return { code: 'invalid_json_line', message: 'This line is not a JSON object.' }
  const { custom_id: customId, method = 'POST', url: lineUrl = url, params, body = params } = line
  if (typeof customId !== 'string' || customId === '') return { code: 'missing_custom_id', message: 'custom_id: must be given' }
  if (seen.has(customId)) return { code: 'duplicate_custom_id', message: `custom_id: "${customId}" is already used by an earlier line.` }
  seen.add(customId)
  if (method !== 'POST') return { code: 'invalid_method', message: 'method: must be POST' }
  if (lineUrl !== url) return { code: 'mismatched_url', message: `url: must be ${url}, the endpoint of the batch` }
  if (!isRecord(body)) return { code: 'missing_body', message: 'body: must be an object' }
  return { customId, body }
}

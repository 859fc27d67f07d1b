/** Reads spec/rules.yaml, the testable requirements of the contract. */
import { readFileSync } from 'node:fs'
import { isMap, isSeq, LineCounter, parseDocument } from 'yaml'

export interface Rule {
  readonly id: string
  readonly statement: string
  readonly section: string
  /** Operations that it applies to: ids, paths, or patterns with `*`. */
  readonly operations: readonly string[]
  /** Line in the file. */
  readonly line: number
}

export function loadRules(path: string): Rule[] {
  return parseRules(readFileSync(path, 'utf8'))
}

export function parseRules(text: string): Rule[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [error] = document.errors
  if (error) throw new Error(`spec/rules.yaml:${error.linePos?.[0].line ?? 1}: ${error.message}`, { cause: error })
  if (!isSeq(document.contents)) throw new Error('spec/rules.yaml: expected a list of rules.')
  return document.contents.items.map((item) => {
    const line = isMap(item) && item.range ? lines.linePos(item.range[0]).line : 1
    return parseRule(isMap(item) ? (item.toJSON() as Record<string, unknown>) : {}, line)
  })
}

function parseRule(raw: Record<string, unknown>, line: number): Rule {
  const { id, statement, section, operations } = raw
  if (typeof id !== 'string' || typeof statement !== 'string' || typeof section !== 'string' || !isTexts(operations)) {
    throw new Error(`spec/rules.yaml:${line}: a rule needs the texts id, statement and section and a list of operations.`)
  }
  return { id, statement, section, operations, line }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
}

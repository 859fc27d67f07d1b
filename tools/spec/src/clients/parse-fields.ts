/**
 * Reads how an outline names the fields of a body: `name, region s; auto_pause{enabled b}; tags []s; images[]: IMG, L`. Types are passed over.
 * A word with a meaning of its own (`IMG`, `L`, or one of `shorthands`) stands for the fields that the outline gives it elsewhere.
 */
import { Cursor } from '../facts/cursor.ts'
import type { Property, Shape } from '../facts/shape.ts'

/** Called with what is given a meaning on the way: `tier: Tier = name s, slug s`. */
export type Define = (name: string, shape: Shape) => void

export interface Notation {
  /** Words in small letters that stand for fields; those in capitals always do. */
  readonly shorthands: ReadonlySet<string>
  readonly define: Define
}

const plain: Shape = { kind: 'plain' }
const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** @throws Error that says what was expected, and what is there */
export function parseFields(text: string, notation: Notation): Shape {
  const cursor = new Cursor(text)
  const shape = readFields(cursor, notation, [])
  if (!cursor.atEnd) cursor.fail('the end')
  return shape
}

/** `around`: the fields that stand before these, where these are inside of another. */
function readFields(cursor: Cursor, notation: Notation, around: readonly Property[]): Shape {
  const properties: Property[] = []
  const parts: Shape[] = []
  const waiting: string[] = []
  for (;;) {
    cursor.skip(/(?:[\s,;…]+|or\s+)*/y)
    if (cursor.atEnd || cursor.skip(/(?=\})/y) !== undefined) break
    if (cursor.skip(/\+ the first /y)) {
      properties.push(...around.slice(0, readNumber(cursor)))
      continue
    }
    const name = cursor.expect(/[A-Za-z_][\w*]*/y, 'a field')
    if (cursor.skip(/\s+and\s+(?=[A-Za-z_])/y)) {
      waiting.push(name)
      continue
    }
    if (isShorthand(name, notation)) {
      parts.push({ kind: 'name', name })
      continue
    }
    const shape = readValue(cursor, notation, properties)
    for (const each of [...waiting.splice(0), name]) properties.push({ name: each, shape })
  }
  const own: Shape = { kind: 'object', properties }
  return parts.length === 0 ? own : { kind: 'mix', parts: [own, ...parts] }
}

/** What follows a field's name. */
function readValue(cursor: Cursor, notation: Notation, before: readonly Property[]): Shape {
  if (cursor.skip(/\s*\[\](?:ts|[sib])\b\??/y)) return plain
  const isList = cursor.skip(/\s*\[\]/y) !== undefined
  const shape = readBare(cursor, notation, before)
  cursor.skip(/\s+or null\b/y)
  return isList ? { kind: 'list', of: shape } : shape
}

function readBare(cursor: Cursor, notation: Notation, before: readonly Property[]): Shape {
  if (cursor.skip(/\s*\{(?:\w+:\w+)?\}/y)) return plain
  if (cursor.skip(/\s*\{/y)) {
    const shape = readFields(cursor, notation, before)
    cursor.expect(/\}/y, '"}"')
    return shape
  }
  if (cursor.skip(/:\s*/y)) {
    const name = cursor.expect(/[A-Za-z]\w*/y, 'a name')
    // The meaning goes to the end of the cell.
    if (cursor.skip(/\s*=\s*/y)) notation.define(name, readFields(cursor, notation, []))
    return { kind: 'name', name }
  }
  cursor.skip(/\s+(?:ts|[sib])\b\??/y)
  return plain
}

function isShorthand(name: string, { shorthands }: Pick<Notation, 'shorthands'>): boolean {
  return /^[A-Z]+$/.test(name) || shorthands.has(name)
}

function readNumber(cursor: Cursor): number {
  const word = cursor.expect(/\w+/y, 'a number')
  return /^\d+$/.test(word) ? Number(word) : numbers.indexOf(word) + 1
}

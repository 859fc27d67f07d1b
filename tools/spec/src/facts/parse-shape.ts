/** Reads the notation of the facts files: `{ name!: string, list: [x] }`, `map<x>`, `enum[a|b]`, `allOf<x & y>`, notes in parentheses. */
import { Cursor } from './cursor.ts'
import type { Property, Shape } from './shape.ts'

const plain = new Set(['string', 'integer', 'number', 'boolean', 'object', 'any', 'null', 'schema'])

/** A shape on its own, such as the text behind `200: ` or behind the `=` of a schema. */
export function parseShape(text: string): Shape {
  const cursor = new Cursor(text)
  const shape = readShape(cursor)
  cursor.skip(/\s*/y)
  if (!cursor.atEnd) cursor.fail('the end')
  return shape
}

/** Parameters in one line: `page: integer (1.., =1); name!: string`. */
export function parseParameters(text: string): Property[] {
  const cursor = new Cursor(text)
  const parameters = [readProperty(cursor)]
  while (cursor.skip(/;\s*/y)) parameters.push(readProperty(cursor))
  if (!cursor.atEnd) cursor.fail('";" or the end')
  return parameters
}

/** A default in quotes or a pattern in slashes may hold parentheses, so notes are not merely what stands up to the next one. */
const notes = /\s*\((?:"[^"]*"|(?<=[( ])\/.*?\/(?=\)|, )|[^)"])*?\)/y

function readShape(cursor: Cursor): Shape {
  const shape = readBareShape(cursor)
  return { ...shape, ...readNotes(cursor) }
}

function readNotes(cursor: Cursor): Pick<Shape, 'onlyIn'> {
  const text = cursor.skip(notes) ?? ''
  if (/\breadOnly\b/.test(text)) return { onlyIn: 'reply' }
  return /\bwriteOnly\b/.test(text) ? { onlyIn: 'request' } : {}
}

function readBareShape(cursor: Cursor): Shape {
  if (cursor.skip(/\{/y)) return readObject(cursor)
  if (cursor.skip(/\[/y)) {
    const of = readShape(cursor)
    cursor.expect(/\]/y, '"]"')
    return { kind: 'list', of }
  }
  if (cursor.skip(/map</y)) {
    const of = readShape(cursor)
    cursor.expect(/>/y, '">"')
    return { kind: 'map', of }
  }
  if (cursor.skip(/(?:allOf|oneOf|anyOf)</y)) return readMix(cursor)
  if (cursor.skip(/(?:integer |number )?enum\[(?:[^[\]]|\[[^\]]*\])*\]/y)) return { kind: 'plain' }
  const name = cursor.expect(/[\w.-]+/y, 'a shape')
  return plain.has(name) ? { kind: 'plain' } : { kind: 'name', name }
}

function readObject(cursor: Cursor): Shape {
  const properties: Property[] = []
  const marks = readNotes(cursor)
  while (!cursor.skip(/\s*\}/y)) {
    cursor.skip(/[\s,]*/y)
    properties.push(readProperty(cursor))
  }
  return { kind: 'object', properties, ...marks }
}

function readMix(cursor: Cursor): Shape {
  const parts = [readShape(cursor)]
  while (cursor.skip(/\s*[&|]\s*/y)) parts.push(readShape(cursor))
  cursor.expect(/\s*>/y, '"&", "|" or ">"')
  cursor.skip(/ by \w+/y)
  // `allOf<x & any (readOnly)>` is how upstream marks a reference.
  const onlyIn = parts.find((part) => part.kind === 'plain' && part.onlyIn)?.onlyIn
  return { kind: 'mix', parts, ...(onlyIn && { onlyIn }) }
}

function readProperty(cursor: Cursor): Property {
  const name = cursor.expect(/[^\s:!;{}]+/y, 'a name')
  cursor.expect(/!?:\s*/y, '":"')
  return { name, shape: readShape(cursor) }
}

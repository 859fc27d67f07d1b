/** Generates texts that match format, pattern and length, and otherwise anything people and attackers type. */
import * as fc from 'fast-check'
import type { SchemaObject } from '../../../../../generators/model/json-schema.ts'

/** Cached, because creating an arbitrary from a pattern is slow. */
const known = new Map<string, fc.Arbitrary<string>>()

export function generateText(schema: SchemaObject): fc.Arbitrary<string> {
  const { format, pattern, minLength, maxLength } = schema
  const key = JSON.stringify([format, pattern, minLength, maxLength])
  const found = known.get(key) ?? createTextArbitrary(schema)
  known.set(key, found)
  return found
}

function createTextArbitrary(schema: SchemaObject): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = Infinity } = schema
  // Keywords count characters, not code units.
  const fits = (text: string) => [...text].length >= minLength && [...text].length <= maxLength
  const matches = (text: string) => pattern === undefined || new RegExp(pattern, 'u').test(text)
  const drawFormat = format === undefined ? undefined : formatArbitraries[format]
  if (drawFormat) return drawFormat().filter((text) => fits(text) && matches(text))
  if (pattern !== undefined) return generateMatching(pattern, minLength, maxLength).filter(fits)
  return generatePlainText(minLength, maxLength).filter(fits)
}

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,11}$/)
const seconds = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2099, 11) })

/** Faster than `fc.webPath`, whose creation takes a second. */
const path = fc.stringMatching(/^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-F]{2})*)*$/)

const formatArbitraries: Readonly<Record<string, (() => fc.Arbitrary<string>) | undefined>> = {
  uuid: () => fc.uuid(),
  uri: () => fc.tuple(fc.constantFrom('https', 'http'), fc.domain(), path).map(([scheme, host, rest]) => `${scheme}://${host}${rest}`),
  'uri-reference': () => path,
  'date-time': () => seconds.map((snapshot) => new Date(snapshot).toISOString()),
  date: () => seconds.map((snapshot) => new Date(snapshot).toISOString().slice(0, 10)),
  ipv4: () => fc.ipV4(),
  ipv6: () => fc.ipV6(),
  hostname: () => fc.domain(),
  email: () => fc.tuple(word, word).map(([name, host]) => `${name}@${host}.example`),
}

/** Longer texts find nothing new. */
const maxGeneratedLength = 64

function generateMatching(pattern: string, minLength: number, maxLength: number): fc.Arbitrary<string> {
  const max = Math.min(maxLength, Math.max(maxGeneratedLength, minLength))
  // `\b` is not supported by the generator and redundant here. A single repeated class gets explicit bounds.
  const text = pattern.replaceAll(String.raw`\b`, '').replace(/^(\^\[[^\]]+\])([+*])\$$/, (_match, characters: string, times: string) => {
    return `${characters}{${Math.max(minLength, times === '+' ? 1 : 0)},${max}}$`
  })
  return fc.stringMatching(new RegExp(text, 'u'), { size: max <= 4 ? 'xsmall' : 'small' })
}

const hostileTexts = [
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  "'; DROP TABLE rows; --",
  '<script>alert(1)</script>',
  '%00',
  '${7*7}',
  '☃ Ærø 日本語 🚀',
  '\u0000',
  '\u202Egnp.exe',
  '\uFEFF',
  ' ',
  '1e400',
  '-1',
  'a'.repeat(255),
  'é'.repeat(300),
]

const slug = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}[a-z0-9]$/)

function generatePlainText(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const max = Math.min(maxLength, Math.max(minLength, maxGeneratedLength))
  const usual = slug.map((text) => text.padEnd(minLength, 'x').slice(0, max))
  const fitting = hostileTexts.filter((text) => [...text].length >= minLength && [...text].length <= maxLength)
  return fc.oneof(
    { weight: 6, arbitrary: usual },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: max }) },
    ...(fitting.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...fitting) }] : []),
  )
}

/**
 * Texts of the platform are data, written by anybody who may name a cluster. What a reader does not see, or what reorders a
 * line, is written out as `\u{202e}`, and what goes on for too long is cut, so that no name can pass for something else.
 */
import { isObject } from '../values.ts'

/** Of one text, in UTF-16 code units: a chain of certificates fits, a novel does not. */
const maxTextLength = 16_384
const maxNameLength = 256

/** Control characters but for tab and line feed; what is shown as nothing, bidirectional marks and variation selectors among it; line separators; lone surrogates. */
const unseen = /(?![\t\n])\p{Cc}|[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Surrogate}\ufff9-\ufffb]/gu

/** Most texts of an answer, and nearly all names of properties: there is nothing to look for. */
const plain = /^[\w .:/@-]*$/

export function sanitizeText(text: string, limit = maxTextLength): string {
  if (text.length <= limit && plain.test(text)) return text
  const cut = text.length > limit ? `${text.slice(0, limit)}… (cut, ${text.length} characters in all)` : text
  return cut.replace(unseen, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Printable ASCII without escapes, and nothing longer than a property's name may be: `sanitizeValue` would change none of it. */
export function isPlainJson(json: string): boolean {
  return json.length <= 65_536 && plainJson.test(json)
}

const plainJson = /^[\n\r\t !#-[\]-~]{0,256}(?:"[\n\r\t !#-[\]-~]{0,256})*$/

/** For what stands inside a sentence: one line, and short. */
export function sanitizeLine(text: string, limit = 1000): string {
  if (text.length <= limit && plain.test(text)) return text
  return sanitizeText(text, limit).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}

/** Every text in a value, property names too. */
export function sanitizeValue(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value)
  if (Array.isArray(value)) return value.map(sanitizeValue)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [sanitizeLine(name, maxNameLength), sanitizeValue(each)]))
}

/**
 * Sanitizes untrusted texts of the platform, such as cluster names: escapes invisible and bidirectional characters (`\u{202e}`) and truncates long
 * texts, so that they cannot impersonate other output.
 */
import { isObject } from '../values.ts'

/** Maximum lengths in UTF-16 code units. A chain of certificates fits. */
const maxTextLength = 16_384
const maxNameLength = 256

/** Control characters except tab and line feed; invisible characters, bidirectional marks and variation selectors; line separators; lone surrogates. */
const invisible = /(?![\t\n])\p{Cc}|[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Surrogate}\ufff9-\ufffb]/gu

/** Fast path: texts without characters to escape. */
const plain = /^[\w .:/@-]*$/

export function sanitizeText(text: string, limit = maxTextLength): string {
  if (text.length <= limit && plain.test(text)) return text
  const truncated = text.length > limit ? `${text.slice(0, limit)}… (truncated from ${text.length} characters)` : text
  return truncated.replace(invisible, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** True for printable ASCII without escapes and without long strings, which `sanitizeValue` would not change. */
export function isPlainJson(json: string): boolean {
  return json.length <= 65_536 && plainJson.test(json)
}

const plainJson = /^[\n\r\t !#-[\]-~]{0,256}(?:"[\n\r\t !#-[\]-~]{0,256})*$/

/** Sanitizes a text for use in a sentence: a single short line. */
export function sanitizeLine(text: string, limit = 1000): string {
  if (text.length <= limit && plain.test(text)) return text
  return sanitizeText(text, limit).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}

/** Sanitizes every string in a value, including property names. */
export function sanitizeValue(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value)
  if (Array.isArray(value)) return value.map(sanitizeValue)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [sanitizeLine(name, maxNameLength), sanitizeValue(each)]))
}

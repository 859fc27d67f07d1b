/**
 * Texts of the platform are data, written by anybody who may name a cluster. What a reader does not see, or what reorders a
 * line, is written out as `\u{202e}`, and what goes on for too long is cut, so that no name can pass for something else.
 */
import { isObject } from '../values.ts'

/** Of one text, in UTF-16 code units: a chain of certificates fits, a novel does not. */
const longest = 16_384

/** Control characters but for tab and line feed; soft hyphen, zero-width and bidirectional marks; variation selectors, tags, lone surrogates. */
const unseen =
  /[\0-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}\p{Surrogate}]/gu

export function sanitiseText(text: string, limit = longest): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}… (cut, ${text.length} characters in all)` : text
  return cut.replace(unseen, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** For what stands inside a sentence: one line, and short. */
export function sanitiseLine(text: string, limit = 1000): string {
  return sanitiseText(text, limit).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}

/** Every text in a value, property names too. */
export function sanitiseValue(value: unknown): unknown {
  if (typeof value === 'string') return sanitiseText(value)
  if (Array.isArray(value)) return value.map(sanitiseValue)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [sanitiseLine(name, 256), sanitiseValue(each)]))
}

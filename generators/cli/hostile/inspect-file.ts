/** What a generated file is once its texts are taken away, and what happens when it is run. */
import type { GeneratedFile } from '../../kit/generated-file.ts'
import { inspectCompiled, inspectModule } from './inspect-module.ts'

export interface Inspection {
  /** The same for two files that differ only in their texts, and in the order that names give. */
  readonly shape: string
  readonly problems: readonly string[]
}

/** What a person reviews, as against what only a program reads. */
const people = new Set(['ts', 'md'])

const inspectors: Readonly<Record<string, (text: string) => Inspection>> = { ts: inspectModule, js: inspectCompiled, json: inspectJson }

const seen = new Map<string, Inspection>()

export function inspectFile(file: GeneratedFile): Inspection {
  const extension = file.path.slice(file.path.lastIndexOf('.') + 1)
  const key = `${extension}\n${file.text}`
  const known = seen.get(key)
  if (known) return known
  const made = (inspectors[extension] ?? inspectText)(file.text)
  const inspection = {
    shape: made.shape,
    problems: [...made.problems, ...findLost(file.text), ...(people.has(extension) ? findHidden(file.text) : [])],
  }
  seen.set(key, inspection)
  return inspection
}

/** Keys are texts too; what counts is how many there are and what they hold. */
function inspectJson(text: string): Inspection {
  try {
    return { shape: shapeJson(JSON.parse(text)), problems: [] }
  } catch (error) {
    return { shape: '', problems: [`is not JSON: ${String(error)}`] }
  }
}

function shapeJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeJson).toSorted().join()}]`
  if (typeof value === 'object' && value !== null) return `{${Object.values(value).map(shapeJson).toSorted().join()}}`
  return typeof value
}

/** Markdown, pages, plain lines: as many lines and as many elements as before. */
function inspectText(text: string): Inspection {
  const elements = text.match(/<[!/?a-zA-Z][^\s>]*/g) ?? []
  return { shape: `${text.split('\n').length} lines ${elements.toSorted().join(' ')}`, problems: [] }
}

/** Half of a pair does not survive being written, so that `--check` would never be content. */
function findLost(text: string): string[] {
  return text.isWellFormed() ? [] : ['has half of a surrogate pair']
}

/** Characters that an editor hides or that reorder a line. */
function findHidden(text: string): string[] {
  // oxlint-disable-next-line no-control-regex -- control characters are what is being looked for
  const [character] = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/.exec(text) ?? []
  return character === undefined ? [] : [`has the character U+${character.charCodeAt(0).toString(16).padStart(4, '0')}`]
}

/**
 * What the specification itself says in public, so that a recording may keep it: values of closed lists, words of its prose, names of properties.
 * Everything else that a reply holds may be somebody's. Passwords are listed by the properties that hold them.
 */
import { compareText } from '../kit/generated-file.ts'
import type { ApiModel } from '../model/api-model.ts'

export interface Vocabulary {
  /** Members of enums, and consts. */
  readonly values: readonly string[]
  /** Lower case, of two letters and more, with a blank between: the words of every description, summary and message. One text, so that no prose changes the form of what is written. */
  readonly words: string
  readonly properties: readonly string[]
  /** Properties that hold a password somewhere. */
  readonly secrets: readonly string[]
}

export function listVocabulary(model: ApiModel): Vocabulary {
  const found = { values: new Set<string>(), words: new Set<string>(), properties: new Set<string>(), secrets: new Set<string>() }
  const note = (key: string, value: unknown): void => {
    if (key === 'const' && typeof value === 'string') found.values.add(value)
    else if (prose.has(key) && typeof value === 'string') for (const word of readWords(value)) found.words.add(word)
    else if (key === 'enum' && Array.isArray(value)) for (const member of value) if (typeof member === 'string') found.values.add(member)
    if (key !== 'properties' || !isObject(value)) return
    for (const [name, schema] of Object.entries(value)) {
      found.properties.add(name)
      if (isObject(schema) && schema['format'] === 'password') found.secrets.add(name)
    }
  }
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item)
    else if (isObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        note(key, member)
        walk(member)
      }
    }
  }
  for (const { document } of model.apis) walk(document)
  const sort = (texts: ReadonlySet<string>) => [...texts].toSorted(compareText)
  return {
    values: sort(found.values),
    words: sort(found.words).join(' '),
    properties: sort(found.properties),
    secrets: sort(found.secrets),
  }
}

const prose = new Set(['description', 'summary', 'message'])

const readWords = (text: string) => [...text.matchAll(/[A-Za-z]{2,}/g)].map(([word]) => word.toLowerCase())

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

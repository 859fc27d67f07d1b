/** Maps ids, addresses and names of the recording to those of the sandbox, learned from responses. */
import type { Exchange } from '../exchange.ts'

export interface IdMap {
  readonly find: (recorded: string) => string | undefined
  /** Adds a pair. @returns false when one of the two already has another counterpart */
  readonly add: (recorded: string, here: string) => boolean
  /** Replaces every known id in a text, as a whole word. */
  readonly translate: (text: string) => string
}

export function createIdMap(): IdMap {
  const known = new Map<string, string>()
  const usedIds = new Set<string>()
  let pattern: RegExp | undefined
  return {
    find: (recorded) => known.get(recorded),
    add: (recorded, here) => {
      if (known.has(recorded) || usedIds.has(here)) return known.get(recorded) === here
      known.set(recorded, here)
      usedIds.add(here)
      pattern = undefined
      return true
    },
    translate: (text) => {
      if (known.size === 0) return text
      pattern ??= createPattern([...known.keys()])
      return text.replace(pattern, (found) => known.get(found) ?? found)
    },
  }
}

/** Matches the longest ids first, and only whole words. */
function createPattern(ids: readonly string[]): RegExp {
  const escaped = ids.toSorted((a, b) => b.length - a.length).map((id) => id.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  return new RegExp(`(?<![A-Za-z0-9])(?:${escaped.join('|')})(?![A-Za-z0-9])`, 'g')
}

const namedInBody = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\b\d{6,}\b/gi

/** Collects the values of writing requests. Other values in a request existed before the recording. */
export function createCreatedValues(ids: IdMap) {
  const created = new Set<string>()
  return {
    add: ({ method, requestBody, body, status }: Exchange) => {
      if (method === 'GET' || method === 'HEAD' || status >= 400) return
      for (const text of [requestBody, body])
        parseJson(text, (_name, value) => {
          if (typeof value === 'string' || typeof value === 'number') created.add(String(value))
          return value
        })
    },
    /** Returns true if a request refers to an object that the recording did not create. @param values the path parameters */
    isUnknownIn: ({ requestBody }: Exchange, values: readonly string[]) =>
      [...values.map(decodePart), ...(requestBody.match(namedInBody) ?? [])].some(
        (value) => !created.has(value) && ids.find(value) === undefined,
      ),
  }
}

/** Decodes a part of a URL, if it is encoded. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** @returns undefined for invalid JSON */
export function parseJson(text: string, reviver?: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver) as unknown
  } catch {
    return undefined
  }
}

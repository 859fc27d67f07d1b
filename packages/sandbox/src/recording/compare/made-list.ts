/** What came up in requests that make or change something: all else that a request names was there before the recording began. */
import type { Exchange } from '../exchange.ts'
import { decode } from '../read-loosely.ts'
import type { IdMap } from './id-map.ts'

export interface MadeList {
  readonly note: (exchange: Exchange) => void
  /** Whether a request names something that nothing in the recording made. @param values of its path's parameters, encoded */
  readonly namesUnknown: (exchange: Exchange, values: readonly string[], ids: IdMap) => boolean
}

const uuids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi

export function createMadeList(): MadeList {
  const made = new Set<string>()
  return {
    note: ({ method, requestBody, body, status }) => {
      if (method !== 'GET' && method !== 'HEAD' && status < 400)
        for (const text of [requestBody, body]) for (const value of readScalars(text)) made.add(value)
    },
    namesUnknown: ({ url, requestBody }, values, ids) => {
      const isKnown = (value: string) => made.has(value) || ids.here(value) !== undefined
      const numbers = [...requestBody.matchAll(/\b\d{6,}\b/g)].map(([number]) => number)
      return [...values.map(decode), ...(`${url} ${requestBody}`.match(uuids) ?? []), ...numbers].some((value) => !isKnown(value))
    },
  }
}

function readScalars(text: string): readonly string[] {
  const found: string[] = []
  try {
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') found.push(String(value))
      return value
    })
  } catch {
    // Not JSON: nothing is named in it.
  }
  return found
}

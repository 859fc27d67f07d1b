import { isRecord } from '../engine/values.ts'

/** Name of an object: its name, label or title. */
export function parseName(value: unknown): string | null {
  return isRecord(value) ? (parseText(value['name']) ?? parseText(value['label']) ?? parseText(value['title'])) : null
}

export function parseText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

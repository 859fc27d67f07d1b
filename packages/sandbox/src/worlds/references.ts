/**
 * References like `${vpcs.shop-net}` to other entries of a world, by kind and name or id. Text with an unknown kind is not a reference,
 * because app specs and scripts contain such text too; `$${vpcs.shop-net}` escapes a reference.
 */
import { isRecord } from '../engine/values.ts'
import { worldKinds } from '../generated/world-kinds.ts'
import type { Path } from './world-error.ts'

/** `reply` is the reply of the previous step. */
const kinds = [...Object.keys(worldKinds), 'reply'].join('|')
const pattern = new RegExp(`(\\$?)\\$\\{(${kinds})\\.([^{}]+)\\}`, 'g')
const only = new RegExp(`^${pattern.source}$`)

export interface FoundReference {
  readonly kind: string
  /** Name, optionally with a field. */
  readonly rest: string
  readonly path: Path
}

export function findReferences(value: unknown, path: Path = []): FoundReference[] {
  if (typeof value === 'string')
    return [...value.matchAll(pattern)].flatMap(([, escape, kind = '', rest = '']) => (escape === '' ? [{ kind, rest, path }] : []))
  if (Array.isArray(value)) return value.flatMap((item: unknown, n) => findReferences(item, [...path, n]))
  return isRecord(value) ? Object.entries(value).flatMap(([name, inner]) => findReferences(inner, [...path, name])) : []
}

/** Replaces references. @param read returns the value of a reference; inside a longer string it is inserted as text */
export function replaceReferences(value: unknown, read: (kind: string, rest: string) => unknown): unknown {
  if (typeof value === 'string') {
    const [, escape, kind = '', rest = ''] = only.exec(value) ?? []
    if (escape === '') return read(kind, rest)
    return value.replaceAll(pattern, (match: string, dollar: string, inner: string, other: string) =>
      dollar === '' ? String(read(inner, other)) : match.slice(1),
    )
  }
  if (Array.isArray(value)) return value.map((item: unknown) => replaceReferences(item, read))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceReferences(inner, read)]))
}

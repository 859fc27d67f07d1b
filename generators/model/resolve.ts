/** Follows references inside a bundle. */
import type { BundledDocument, Source } from './api-model.ts'
import { SpecError } from './spec-error.ts'

/** The object that `node` stands for: itself, or what its `$ref` points at. Sibling keys of the `$ref` win. */
export function resolve<T extends object>(document: BundledDocument, node: T | { readonly $ref: string }, source: Source): T {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as T
  const { $ref, ...siblings } = node
  return { ...resolve<T>(document, lookUp(document, $ref, source) as T, source), ...siblings }
}

function lookUp(document: BundledDocument, reference: string, source: Source): object {
  let current: unknown = document
  for (const part of reference.replace(/^#\//, '').split('/')) {
    current = (current as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  if (typeof current !== 'object' || current === null) throw new SpecError(source, `"${reference}" points at nothing.`)
  return current
}

/** Resolves references inside a bundle. */
import type { BundledDocument, Source } from './api-model.ts'
import { SpecError } from './spec-error.ts'

/** Resolves the `$ref` of a node. Sibling keys of the `$ref` win. */
export function resolve<T extends object>(document: BundledDocument, node: T | { readonly $ref: string }, source: Source): T {
  return follow(document, node, source, new Set())
}

function follow<T extends object>(
  document: BundledDocument,
  node: T | { readonly $ref: string },
  source: Source,
  followed: ReadonlySet<string>,
): T {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as T
  const { $ref, ...siblings } = node
  if (followed.has($ref)) throw new SpecError(source, `"${$ref}" is a circular reference.`)
  const target = lookUp(document, $ref, source) as T
  return { ...follow(document, target, source, new Set([...followed, $ref])), ...siblings }
}

function lookUp(document: BundledDocument, reference: string, source: Source): object {
  let current: unknown = document
  for (const part of reference.replace(/^#\//, '').split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    current =
      typeof current === 'object' && current !== null && Object.hasOwn(current, name)
        ? (current as Record<string, unknown>)[name]
        : undefined
  }
  if (typeof current !== 'object' || current === null) throw new SpecError(source, `"${reference}" does not exist.`)
  return current
}

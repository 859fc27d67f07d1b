/** Extracts a single path of a document. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly paths: Readonly<Record<string, unknown>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Returns a document with one path and the components it references; the whole document if a reference points elsewhere. */
export function pickPath(document: OpenApiDocument, path: string): OpenApiDocument {
  const { components = {}, paths } = document
  const reachable = new Map<string, unknown>()
  const pending = [paths[path]]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const reference of listReferences(node)) {
      const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(reference) ?? []
      const component = components[kind]?.[unescape(name)]
      if (component === undefined) return document
      if (reachable.has(reference)) continue
      reachable.set(reference, component)
      pending.push(component)
    }
  }
  return { ...document, paths: { [path]: paths[path] }, components: { ...group(reachable), ...pickSecurity(components) } }
}

function listReferences(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => (key === '$ref' && typeof value === 'string' ? [value] : listReferences(value)))
}

function group(reachable: ReadonlyMap<string, unknown>): Record<string, Record<string, unknown>> {
  const components: Record<string, Record<string, unknown>> = {}
  for (const [reference, component] of reachable) {
    const [kind = '', name = ''] = reference.split('/').slice(2)
    ;(components[kind] ??= {})[unescape(name)] = component
  }
  return components
}

/** Returns the security schemes, which are used by name instead of by reference. */
const pickSecurity = ({ securitySchemes }: NonNullable<OpenApiDocument['components']>) => (securitySchemes ? { securitySchemes } : {})

/** Decodes a JSON Pointer token in a URL fragment. */
const unescape = (name: string): string => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')

/** One path of a document with what it refers to, as a document of its own. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly paths: Readonly<Record<string, unknown>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** @returns the document itself where something refers to other places than its components */
export function pickPath(document: OpenApiDocument, path: string): OpenApiDocument {
  const { components = {}, paths } = document
  const picked = new Map<string, unknown>()
  const left = [paths[path]]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    for (const reference of listReferences(node)) {
      const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(reference) ?? []
      const component = components[kind]?.[unescape(name)]
      if (component === undefined) return document
      if (picked.has(reference)) continue
      picked.set(reference, component)
      left.push(component)
    }
  }
  return { ...document, paths: { [path]: paths[path] }, components: { ...group(picked), ...keepSecurity(components) } }
}

function listReferences(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => (key === '$ref' && typeof value === 'string' ? [value] : listReferences(value)))
}

function group(picked: ReadonlyMap<string, unknown>): Record<string, Record<string, unknown>> {
  const components: Record<string, Record<string, unknown>> = {}
  for (const [reference, component] of picked) {
    const [kind = '', name = ''] = reference.split('/').slice(2)
    ;(components[kind] ??= {})[unescape(name)] = component
  }
  return components
}

/** They are named, and not referred to. */
const keepSecurity = ({ securitySchemes }: NonNullable<OpenApiDocument['components']>) => (securitySchemes ? { securitySchemes } : {})

/** As JSON Pointer has it in a fragment. */
const unescape = (name: string): string => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')

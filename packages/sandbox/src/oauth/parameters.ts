/** Parses the parameters of a query or form, with the raw value of each. */
export interface Parameter {
  readonly name: string
  readonly value: string
  /** Encoded, as it was sent. */
  readonly raw: string
}

export function listParameters(text: string): Parameter[] {
  return text.split('&').flatMap((pair) => {
    if (pair === '') return []
    const at = pair.indexOf('=')
    const raw = at === -1 ? '' : pair.slice(at + 1)
    return [{ name: decode(at === -1 ? pair : pair.slice(0, at)), value: decode(raw), raw }]
  })
}

/** Returns the query of a URL. Unsafe characters are percent-encoded, because headers and pages contain it again. */
export function parseQuery(url: string): string {
  const at = url.indexOf('?')
  return at === -1 ? '' : encodeUnsafe(url.slice(at + 1))
}

export function encodeUnsafe(query: string): string {
  return query.replace(/[^!$-;=?-Z[\]_a-z~]/gu, (character) => {
    const code = character.charCodeAt(0)
    // Node decodes bytes above ASCII as one character each.
    return code < 256 ? `%${code.toString(16).toUpperCase().padStart(2, '0')}` : encodeURIComponent(character.toWellFormed())
  })
}

function decode(raw: string): string {
  return new URLSearchParams(`value=${raw}`).get('value') ?? ''
}

/** Returns the names in `known` that occur more than once. */
export function findRepeated(parameters: readonly Parameter[], known: ReadonlySet<string>): string[] {
  const seen = new Set<string>()
  return parameters.flatMap(({ name }) => {
    if (!known.has(name)) return []
    if (seen.has(name)) return [name]
    seen.add(name)
    return []
  })
}

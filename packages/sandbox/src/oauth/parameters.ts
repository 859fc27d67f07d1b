/** Reads the pairs of a query or form, keeping each value as it was sent too. */
export interface Parameter {
  readonly name: string
  readonly value: string
  /** Still encoded. */
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

/** The query of an address, with what must not stand in one percent-encoded: it is put into headers and pages again. */
export function parseQuery(url: string): string {
  const at = url.indexOf('?')
  return at === -1 ? '' : encodeUnsafe(url.slice(at + 1))
}

export function encodeUnsafe(query: string): string {
  return query.replace(/[^!$-;=?-Z[\]_a-z~]/gu, (character) => {
    const code = character.charCodeAt(0)
    // HTTP gives bytes above ASCII as one character each.
    return code < 256 ? `%${code.toString(16).toUpperCase().padStart(2, '0')}` : encodeURIComponent(character.toWellFormed())
  })
}

function decode(raw: string): string {
  return new URLSearchParams(`value=${raw}`).get('value') ?? ''
}

/** Names among `known` that are there more than once. */
export function findRepeated(parameters: readonly Parameter[], known: ReadonlySet<string>): string[] {
  const seen = new Set<string>()
  return parameters.flatMap(({ name }) => {
    if (!known.has(name)) return []
    if (seen.has(name)) return [name]
    seen.add(name)
    return []
  })
}

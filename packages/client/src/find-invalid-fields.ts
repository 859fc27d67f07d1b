/** Finds the invalid fields in the message of a 422 response. */
import type { AnyRequest } from './request-types.ts'

/** A field or parameter that the platform rejected. */
export interface InvalidField {
  /** Name or path: `size_gigabytes`, `inbound_rules.0.ports`. */
  readonly name: string
  readonly message: string
}

/**
 * Parses a message such as `size_gigabytes: must be integer; region: must be given`. A sentence without a colon, such as `invalid size`, belongs to
 * the first field of the request that it names.
 */
export function findInvalidFields(message: string, { body, query }: AnyRequest): readonly InvalidField[] {
  const fieldNames = Object.keys({ ...Object(query), ...Object(body) })
  return message.split('; ').flatMap((part) => {
    const [, names, reason = ''] = /^([\w.[\]-]+(?:, [\w.[\]-]+)*): (.+)$/s.exec(part) ?? []
    if (names) return names.split(', ').map((name) => ({ name, message: reason }))
    const name = part.split(/\W+/).find((word) => fieldNames.includes(word.toLowerCase()))
    return name ? [{ name: name.toLowerCase(), message: part }] : []
  })
}

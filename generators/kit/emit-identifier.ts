/** Converts names of the specification to identifiers. */
const reserved = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in ' +
    'instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield ' +
    'arguments eval undefined any unknown never object string number boolean symbol bigint'
  ).split(' '),
)

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Returns a name that is a valid identifier. @throws Error for any other name */
export function emitIdentifier(name: string): string {
  if (!identifier.test(name) || reserved.has(name)) {
    throw new Error(`${JSON.stringify(name)} cannot be a TypeScript identifier. Rename it in the specification.`)
  }
  return name
}

/** `list_kafka_topics` or `reserved-ips` → `listKafkaTopics`, `reservedIps`. */
export function toCamelCase(name: string): string {
  return name.replace(/[_-]+([A-Za-z0-9])/g, (_, character: string) => character.toUpperCase())
}

/** `volumes_list` → `VolumesList`. */
export function toPascalCase(name: string): string {
  const camel = toCamelCase(name)
  return camel.charAt(0).toUpperCase() + camel.slice(1)
}

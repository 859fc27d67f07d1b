/** Which earlier versions a new one must agree with, and whether it does. */
import { unprocessable } from '../../../engine/failure.ts'
import { readAvro, whyAvroCannotRead } from './avro.ts'
import { readJsonSchema, whyJsonCannotRead } from './json-schema.ts'
import { readProtobuf, whyProtobufCannotRead } from './protobuf.ts'

/** A schema that can say of another of its language why it cannot read what that one wrote. */
interface ReadSchema {
  readonly whyCannotRead: (text: string) => string | undefined
}

/** Some clients write `AVRO`, some `avro`; each reads what it sent. */
export const languageOf = (type: unknown): string => String(type).toUpperCase()

/** @throws Failure 422 when `text` is no schema of the language */
export function readSchema(type: unknown, text: string): ReadSchema {
  try {
    switch (languageOf(type)) {
      case 'AVRO': {
        const schema = readAvro(text)
        return { whyCannotRead: (other) => whyAvroCannotRead(schema, readAvro(other)) }
      }
      case 'JSON': {
        const schema = readJsonSchema(text)
        return { whyCannotRead: (other) => whyJsonCannotRead(schema, readJsonSchema(other)) }
      }
      default: {
        const schema = readProtobuf(text)
        return { whyCannotRead: (other) => whyProtobufCannotRead(schema, readProtobuf(other)) }
      }
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw unprocessable(`schema: is not a valid ${languageOf(type)} schema: ${error.message}.`)
  }
}

/** Why `text` may not follow `earlier`, oldest first; undefined when it may. */
export function whyIncompatible(level: string, type: unknown, text: string, earlier: readonly string[]): string | undefined {
  if (level === 'NONE') return undefined
  const against = level.endsWith('_TRANSITIVE') ? earlier : earlier.slice(-1)
  const next = readSchema(type, text)
  for (const other of against) {
    const backward = level.startsWith('FORWARD') ? undefined : next.whyCannotRead(other)
    const forward = level.startsWith('BACKWARD') ? undefined : readSchema(type, other).whyCannotRead(text)
    const why = backward ?? forward
    if (why !== undefined) return why
  }
  return undefined
}

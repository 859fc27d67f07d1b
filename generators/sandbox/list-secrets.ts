/** Lists the names of secret fields and parameters, which the request log and recordings mask. */
import { compareText } from '../kit/generated-file.ts'
import type { ApiModel } from '../model/api-model.ts'

export interface Secrets {
  /** Properties of JSON bodies. */
  readonly secretProperties: readonly string[]
  /** Query parameters and fields of forms. */
  readonly secretParameters: readonly string[]
}

/** Names that are always secret, with or without `format: password`. */
const secretName =
  /(^|_)(password|secret|secret_key|private_key|access_key|api_key|token|kubeconfig|auth|credentials|client_secret|code_verifier)$/

/** Names that match but are not secret. */
const publicNames: ReadonlySet<string> = new Set(['page_token', 'stop_token'])

/** Secret only in forms and queries; elsewhere often an error code. */
const codeName = 'code'

export function listSecrets(model: ApiModel): Secrets {
  const properties = new Set<string>()
  const parameters = new Set<string>()
  for (const { document } of model.apis) {
    const schemas = document.components?.['schemas'] ?? {}
    const open = (schema: unknown): unknown => {
      const reference = isObject(schema) ? schema['$ref'] : undefined
      return typeof reference === 'string' ? open(schemas[reference.split('/').at(-1) ?? '']) : schema
    }
    const walk = (value: unknown): void => {
      if (Array.isArray(value)) for (const item of value) walk(item)
      if (!isObject(value)) return
      const { properties: members, name, in: place } = value
      for (const [key, schema] of Object.entries(isObject(members) ? members : {})) if (isSecret(key, open(schema))) properties.add(key)
      if (place === 'query' && typeof name === 'string' && (name === codeName || isSecret(name, open(value['schema']))))
        parameters.add(name)
      walk(Object.values(value))
    }
    walk(document)
  }
  const sort = (names: ReadonlySet<string>) => [...names].toSorted(compareText)
  return { secretProperties: sort(properties), secretParameters: sort(new Set([...properties, ...parameters])) }
}

/** True for a secret string, or a map of secrets with user-defined names. */
function isSecret(name: string, schema: unknown): boolean {
  if (!isObject(schema)) return false
  const { format, type, additionalProperties: members } = schema
  if (format === 'password' || (isObject(members) && members['format'] === 'password')) return true
  return secretName.test(name) && !publicNames.has(name) && type === 'string'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

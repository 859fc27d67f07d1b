/** Names under which secrets are sent and answered, so that the request log and recordings can mask them. */
import { compareText } from '../kit/generated-file.ts'
import type { ApiModel } from '../model/api-model.ts'

export interface Secrets {
  /** Properties of JSON bodies. */
  readonly secretProperties: readonly string[]
  /** Query parameters and fields of forms. */
  readonly secretParameters: readonly string[]
}

/** Names that hold a secret wherever the specification has them, `format: password` or not. */
const secretName =
  /(^|_)(password|secret|secret_key|private_key|access_key|api_key|token|kubeconfig|auth|credentials|client_secret|code_verifier)$/

/** Names that end like one: a place in a list, and text at which a model stops. */
const publicNames: ReadonlySet<string> = new Set(['page_token', 'stop_token'])

/** Secret in a form or a query, and often the name of an error elsewhere. */
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

/** A secret text, or secrets under names that a user chose. */
function isSecret(name: string, schema: unknown): boolean {
  if (!isObject(schema)) return false
  const { format, type, additionalProperties: members } = schema
  if (format === 'password' || (isObject(members) && members['format'] === 'password')) return true
  return secretName.test(name) && !publicNames.has(name) && type === 'string'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

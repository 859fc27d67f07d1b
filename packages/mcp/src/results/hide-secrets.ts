/** Masks secrets: the properties that hold them, and the same text anywhere else, for example in a URI. */
import { createSecretMask } from '../generated/mask-secrets.ts'
import { isObject } from '../values.ts'

export const hidden = '(hidden)'

/** Returns every secret of a value. @param entries entries of the list of secrets */
export function collectSecrets(value: unknown, entries: readonly string[]): string[] {
  const secrets: string[] = []
  createSecretMask(entries, (secret) => {
    secrets.push(secret)
    return hidden
  }).value(value)
  return secrets
}

/** Returns a copy with masked secrets: whole values of secret properties, and only the secret itself elsewhere. */
export function hideSecrets(value: unknown, entries: readonly string[]): unknown {
  const hide = createMask(collectSecrets(value, entries))
  return mapTexts(createSecretMask(entries, () => hidden).value(value), hide)
}

/** Returns a copy with changed texts; names stay. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]))
}

/** Creates a function that masks the secrets in a text, also in their URL-encoded and JSON-escaped form. */
export function createMask(secrets: readonly (string | undefined)[]): (text: string) => string {
  const forms = secrets
    .filter((secret): secret is string => secret !== undefined && secret.length > 3)
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)])
  const ordered = [...new Set(forms)].toSorted((a, b) => b.length - a.length)
  return (text) => ordered.reduce((masked, form) => masked.replaceAll(form, hidden), text)
}

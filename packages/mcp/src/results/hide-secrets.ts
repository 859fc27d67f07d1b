/** Masks secrets: the properties that hold them, and the same text anywhere else, for example in a URI. */
import { isObject } from '../values.ts'

export const hidden = '(hidden)'

/** Returns every string under one of the property names. */
export function collectSecrets(value: unknown, names: readonly string[]): string[] {
  if (names.length === 0) return []
  if (Array.isArray(value)) return value.flatMap((each) => collectSecrets(each, names))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, each]) => (names.includes(name) ? listTexts(each) : collectSecrets(each, names)))
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

/** Returns a copy with masked secrets: whole values of the named properties, and only the secret itself elsewhere. */
export function hideSecrets(value: unknown, names: readonly string[]): unknown {
  const secrets = collectSecrets(value, names)
  if (secrets.length === 0) return value
  const hide = createMask(secrets)
  const copy = (each: unknown): unknown => {
    if (typeof each === 'string') return hide(each)
    if (Array.isArray(each)) return each.map(copy)
    if (!isObject(each)) return each
    return Object.fromEntries(
      Object.entries(each).map(([name, inner]) => [name, names.includes(name) && isSecretValue(inner) ? hideTexts(inner) : copy(inner)]),
    )
  }
  return copy(value)
}

/** True for a string or an object. A list under the name of a secret holds something else. */
function isSecretValue(value: unknown): boolean {
  return typeof value === 'string' || isObject(value)
}

function hideTexts(value: unknown): unknown {
  if (typeof value === 'string') return hidden
  if (Array.isArray(value)) return value.map(hideTexts)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hideTexts(inner)]))
}

/** Creates a function that masks the secrets in a text, also in their URL-encoded and JSON-escaped form. */
export function createMask(secrets: readonly (string | undefined)[]): (text: string) => string {
  const forms = secrets
    .filter((secret): secret is string => secret !== undefined && secret.length > 3)
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)])
  const ordered = [...new Set(forms)].toSorted((a, b) => b.length - a.length)
  return (text) => ordered.reduce((shown, form) => shown.replaceAll(form, hidden), text)
}

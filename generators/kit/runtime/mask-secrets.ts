/** Masks secrets in values and texts. generators/kit/list-secrets.ts describes the entries of the list. */

export interface SecretMask {
  /** True for a secret property. @param parent name of the property that contains it; empty at the top of a body, in a form or in a query */
  readonly isSecret: (parent: string, name: string) => boolean
  /** Masks the secret properties of a JSON value, and its other texts with `text`. */
  readonly value: (value: unknown, parent?: string) => unknown
  /** Masks what is secret in any text: credentials and secret parameters of URLs, and tokens of the platform. */
  readonly text: (text: string) => string
}

/**
 * @param replace returns the replacement of a secret
 * @param maskDocument masks a text that contains JSON
 */
export function createSecretMask(
  entries: readonly string[],
  replace: (secret: string) => string,
  maskDocument?: (text: string) => string,
): SecretMask {
  const secretNames = new Set(entries)
  const isSecret = (parent: string, name: string) =>
    secretNames.has(name) || secretNames.has(`${parent}.${name}`) || (parent !== '' && secretNames.has(`${parent}.*`))
  const replaceText = (text: string) => (text === '' ? text : replace(text))

  // A body may contain many short texts, so each pattern is tried only in a text with its characters.
  const maskText = (text: string): string => {
    let masked = text
    if (text.includes('@') && text.includes('://'))
      masked = masked
        .replaceAll(
          /(:\/\/[^\s/"'<>?#:]*:)([^\s/"'<>?#]+)(?=@)/g,
          (_all, before: string, password: string) => before + replaceText(password),
        )
        .replaceAll(/(https?:\/\/)([^\s/"'<>?#:@]+)(?=@)/g, (_all, before: string, user: string) => before + replaceText(user))
    if (text.includes('='))
      masked = masked.replaceAll(/([?&;#])([\w.%~-]+)=([^&;#\s"'<>\\]+)/g, (all, before: string, name: string, secret: string) =>
        isSecret('', decodeText(name)) || signatures.has(name.toLowerCase()) ? `${before}${name}=${replaceText(decodeText(secret))}` : all,
      )
    if (text.includes('_v1_') || text.includes('sk-do-'))
      masked = masked.replaceAll(/\b(do[opr]_v1_|sk-do-)[\w-]+/g, (token, prefix: string) => prefix + replaceText(token))
    return masked
  }

  const maskAll = (value: unknown): unknown => {
    if (typeof value === 'string') return replaceText(value)
    if (typeof value === 'number') return replaceText(String(value))
    if (Array.isArray(value)) return value.map(maskAll)
    return isRecord(value) ? mapMembers(value, (_name, member) => maskAll(member)) : value
  }

  const maskValue = (value: unknown, parent = ''): unknown => {
    if (typeof value === 'string') return maskDocument && /^\s*[[{]/.test(value) ? maskDocument(value) : maskText(value)
    if (Array.isArray(value)) return value.map((item) => maskValue(item, parent))
    if (!isRecord(value)) return value
    // The type of an environment variable of an app shows that its value is a secret.
    const isVariable = value['type'] === 'SECRET'
    return mapMembers(value, (name, member) =>
      isSecret(parent, name) || (isVariable && name === 'value') ? maskAll(member) : maskValue(member, name),
    )
  }

  return { isSecret, value: maskValue, text: maskText }
}

/** Parameters that sign a URL. */
const signatures: ReadonlySet<string> = new Set(['sig', 'signature', 'x-amz-credential', 'x-amz-security-token', 'x-amz-signature'])

/** Decodes a text of a form or a query. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function mapMembers(value: object, map: (name: string, member: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(name, member)]))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

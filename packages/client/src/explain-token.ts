/** Message for a token that cannot be sent. Loaded only when needed, which keeps bundles small. */

/** Returns the message, without the token because errors are logged. `isKey`: the API takes a model access key instead of a token. */
export function explainToken(bearer: string | undefined, operation: string, api: string, isKey: boolean): string {
  if (!bearer) {
    const [option, variable] = isKey ? [`apis: { ${api}: { token } }`, 'SPINDRIFT_MODEL_ACCESS_KEY'] : ['token', 'SPINDRIFT_TOKEN']
    return `${operation} needs a token. Pass { ${option} } or set ${variable}.`
  }
  if (/\s/.test(bearer)) {
    return `${operation}: the token contains a space or a line break. Pass only the token: the client adds the scheme.`
  }
  return `${operation}: the token contains an invalid character.`
}

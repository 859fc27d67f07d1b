/** Says why a token cannot be sent. Loaded when that happens, so that programs with a good one do not carry the sentences. */

/** Without the token itself: an error may be logged. `isKey`: the API takes a model access key in place of a token. */
export function explainToken(bearer: string | undefined, operation: string, api: string, isKey: boolean): string {
  if (!bearer) {
    const [option, variable] = isKey ? [`apis: { ${api}: { token } }`, 'SPINDRIFT_MODEL_ACCESS_KEY'] : ['token', 'SPINDRIFT_TOKEN']
    return `${operation} needs a token. Pass { ${option} } or set ${variable}.`
  }
  if (/\s/.test(bearer)) {
    return `${operation}: the token has a space or a line break in it. Pass the token alone: the client adds the scheme by itself.`
  }
  return `${operation}: the token has a character that no token has.`
}

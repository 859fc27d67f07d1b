/** Error for a token that cannot be sent. Loaded only when needed, which keeps bundles small. */
import { takesModelAccessKey } from './configuration.ts'
import { ConfigurationError } from './errors.ts'

/** Creates the error. Its message omits the token, because errors are logged. */
export function explainToken(bearer: string | undefined, operation: string, api: string): ConfigurationError {
  const [option, variable] = takesModelAccessKey(api)
    ? [`apis: { ${api}: { token } }`, 'SPINDRIFT_MODEL_ACCESS_KEY']
    : ['token', 'SPINDRIFT_TOKEN']
  if (!bearer) return new ConfigurationError(`${operation} needs a token. Pass { ${option} } or set ${variable}.`)
  const problem = /\s/.test(bearer)
    ? 'contains a space or a line break. Pass only the token: the client adds the scheme.'
    : 'contains an invalid character.'
  return new ConfigurationError(`${operation}: the token ${problem}`)
}

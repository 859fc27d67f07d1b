/** Requires `format: password` on properties with the name of a secret: every program masks secrets by this mark. */
import { report } from '../finding.ts'
import { isObject } from '../openapi.ts'
import type { Rule } from '../redocly.ts'

const secretName =
  /(?:^|_)(?:password|private_key|secret_key|api_key|api_token|access_token|refresh_token|client_secret|code_verifier|auth_key|credentials)$/

export const secretsMarked: Rule = () => ({
  Schema(schema, context) {
    if (!isObject(schema)) return
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const isText = isObject(property) && [property['type']].flat().includes('string') && property['enum'] === undefined
      if (!secretName.test(name) || !isText || property['format'] === 'password') continue
      report(
        context,
        `Expected \`format: password\` on the secret \`${name}\`; found none. Add it, or choose a name that no secret has.`,
        context.location.child(['properties', name]),
      )
    }
  },
})

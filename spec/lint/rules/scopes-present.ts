/** Requires the fine-grained scopes of all operations of the control API, in the security of `personalAccessToken`. */
import { report } from '../finding.ts'
import { isObject } from '../openapi.ts'
import type { Rule } from '../redocly.ts'
import { asList } from '../repeats.ts'
import { folderOf } from '../specification.ts'

const scheme = 'personalAccessToken'

export const scopesPresent: Rule = () => ({
  Operation(operation, context) {
    const folder = folderOf(context.location.source.absoluteRef)
    if (folder === 'control' && operation.security === undefined) {
      report(
        context,
        `Expected ${operation.operationId} to have \`security\` with its scopes; found none. Add \`security: [{ oauth2: [read] }, { ${scheme}: ['volume:read'] }]\` from the public document, or \`[]\` if any token is allowed; for a whole family, add it to \`spec/conventions.yaml\`.`,
        context.location.child('operationId'),
      )
    }
    for (const [position, schemes] of asList(operation.security).entries()) {
      const scopes = isObject(schemes) ? asList(schemes[scheme]) : []
      for (const [index, scope] of scopes.entries()) {
        if (/^(?!api:)[a-z0-9_]+:[a-z_]+$/.test(String(scope))) continue
        report(
          context,
          `Expected a scope in the format resource:action; found \`${String(scope)}\`. Write the scope of the public document; the broad api:read and api:write are not allowed.`,
          context.location.child(['security', position, scheme, index]),
        )
      }
    }
  },
})

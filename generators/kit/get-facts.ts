/** Properties of a request besides method and path. */
import type { Operation } from '../model/api-model.ts'

export function getFacts(operation: Operation): { readonly open?: true; readonly form?: true } {
  return { ...(isOpen(operation) && { open: true }), ...(isForm(operation) && { form: true }) }
}

/** True if the request needs no token. */
function isOpen(operation: Operation): boolean {
  return (
    operation.security.length === 0 ||
    operation.security.some((requirement) => Object.keys(requirement).every((scheme) => scheme === 'clientCredentials'))
  )
}

function isForm(operation: Operation): boolean {
  const types = operation.body?.content.map(({ mediaType }) => mediaType) ?? []
  return types.includes('application/x-www-form-urlencoded') && !types.includes('application/json')
}

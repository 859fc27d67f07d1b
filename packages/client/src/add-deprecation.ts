import type { Feature } from './bind-family.ts'

/** Operations this process has already warned about. */
const warned = new Set<string>()

interface Globals {
  readonly process?: { readonly emitWarning?: (message: string, type: string) => void }
}

/** Warns on the first call of a deprecated operation, with the replacement to use. */
export const addDeprecation: Feature = (operation, { method, path, facts: { deprecated } }, send) => {
  if (!deprecated || send.deprecations === false) return operation
  const line = `${method} ${path}`
  const warnOnce: typeof operation = (request, options) => {
    if (!warned.has(line)) warn(`${line} is deprecated. ${deprecated}`)
    warned.add(line)
    return operation(request, options)
  }
  // Keeps properties of the function, such as `waitUntil`.
  return Object.assign(warnOnce, operation)
}

/** Emits a process warning, which Node, Deno and Bun can silence; browsers get a console warning. */
function warn(message: string): void {
  const { process } = globalThis as Globals
  if (process?.emitWarning) process.emitWarning(message, 'DeprecationWarning')
  else console.warn(message)
}

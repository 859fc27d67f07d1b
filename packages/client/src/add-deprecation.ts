import type { Feature } from './bind-family.ts'

/** Of this process. */
const said = new Set<string>()

interface Globals {
  readonly process?: { readonly emitWarning?: (message: string, type: string) => void }
}

/** A call of a deprecated operation says once what to use instead. */
export const addDeprecation: Feature = (operation, { method, path, facts: { deprecated } }, send) => {
  if (!deprecated || send.deprecations === false) return operation
  const line = `${method} ${path}`
  const told: typeof operation = (request, options) => {
    if (!said.has(line)) warn(`${line} is deprecated. ${deprecated}`)
    said.add(line)
    return operation(request, options)
  }
  // What stands on it, such as its wait, stays.
  return Object.assign(told, operation)
}

/** Node, Deno and Bun have a way to hear and silence warnings; browsers have a console. */
function warn(message: string): void {
  const { process } = globalThis as Globals
  if (process?.emitWarning) process.emitWarning(message, 'DeprecationWarning')
  else console.warn(message)
}

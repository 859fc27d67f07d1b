/** Adds a method for each action type to a family: `powerOff(id)` is `create(id, { type: 'power_off' })`. */
import type { Feature } from './bind-family.ts'

export const addVerbs: Feature = (operation, { ids, facts: { by, verbs } }, _send, family, name) => {
  const names = by ?? ids
  for (const type in verbs) {
    const verb = type.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    family[name.replace('create', verb)] = (...args: unknown[]) => {
      const idFields = Object.fromEntries(names.map((key) => [key, args.shift()]))
      const fields = verbs[type] ? (args.shift() as object) : {}
      return operation({ [by ? 'query' : 'path']: idFields, body: { ...fields, type } }, ...(args as []))
    }
  }
  return operation
}

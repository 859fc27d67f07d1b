/** What the tables say about a field by its name. */
import { resourceRows } from '../../generated/resources.ts'

const rows = Object.values(resourceRows)
const numbered = new Set(rows.filter(({ id }) => id?.kind === 'integer').flatMap(({ one, many }) => [one, many]))
const states = new Map<string, Set<string>>()
for (const { lifecycle } of rows) {
  if (!lifecycle) continue
  const own = states.get(lifecycle.field) ?? new Set([lifecycle.initial])
  for (const { from, to } of lifecycle.transitions) for (const state of [...from, to]) own.add(state)
  states.set(lifecycle.field, own.add(lifecycle.initial))
}

/** Whether a number under this name is an object's id. */
export const isIdName = (name: string): boolean => /(^|_)(id|ids|uuid|uuids)$/.test(name) || numbered.has(name)

/** Whether a value is a state that something of the platform goes through. */
export const isState = (name: string, value: string): boolean => states.get(name)?.has(value) === true

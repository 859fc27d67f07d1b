/** Finds the resource states in which actions have ended, for actions that cannot be read. */
import type { Family, Operation } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { findLifecycle } from './find-lifecycle.ts'
import { findReadPath } from './find-created-path.ts'
import type { Features, SchemaIndex } from './features.ts'

/** Returns `undefined` if no state shows it: a share stays `ACTIVE` while it is resized. */
export function findFinalStates(
  { id, effect, action }: Operation,
  family: Family,
  body: SchemaObject,
  schemas: SchemaIndex,
): Pick<Features, 'facts' | 'lifecycle'> | undefined {
  const found = findLifecycle(body, schemas)
  if (!found || !effect || !('schema' in effect) || found.schema.name !== effect.schema) return undefined
  // With several action types, each may lead to another state.
  const types = action?.types.length === 1 ? action.types : []
  const causes = effect.kind === 'creates' ? ['create'] : [id, ...types]
  const transitions = found.schema.lifecycle?.transitions ?? []
  const target = transitions.filter(({ on }) => [on].flat().some((cause) => causes.includes(cause))).map(({ to }) => to)
  const read = findReadPath(effect.schema, family, schemas)
  if (target.length === 0 || read === '') return undefined
  return { facts: { read, done: { path: found.path, target: [...new Set(target)] } }, lifecycle: found.states }
}

/** Finds by what a program can tell that actions which cannot be read have ended: the state into which they bring a resource. */
import type { Family, Operation } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { findLifecycle } from './find-lifecycle.ts'
import { findReadPath } from './find-made-path.ts'
import type { SchemaIndex } from './features.ts'

interface End {
  readonly acts: string
  readonly ends: { readonly path: string; readonly wanted: readonly string[]; readonly states: Readonly<Record<string, readonly string[]>> }
}

/** `undefined` when no state does: while a share is enlarged, it is `ACTIVE` all the time. */
export function findEnd({ id, effect, action }: Operation, family: Family, body: SchemaObject, schemas: SchemaIndex): End | undefined {
  const found = findLifecycle(body, schemas)
  if (!found || !effect || !('schema' in effect) || found.schema.name !== effect.schema) return undefined
  // Of several types of actions each may bring about something else.
  const types = action?.types.length === 1 ? action.types : []
  const causes = effect.kind === 'creates' ? ['create'] : [id, ...types]
  const transitions = found.schema.lifecycle?.transitions ?? []
  const wanted = transitions.filter(({ on }) => [on].flat().some((cause) => causes.includes(cause))).map(({ to }) => to)
  const acts = findReadPath(effect.schema, family, schemas)
  if (wanted.length === 0 || acts === '') return undefined
  return { acts, ends: { path: found.path, wanted: [...new Set(wanted)], states: found.states } }
}

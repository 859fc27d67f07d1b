/** Finds the lifecycle of the resource in a response: the path of its state, and the possible transitions. */
import type { NamedSchema } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { findNamed, followReference } from './follow-reference.ts'
import type { SchemaIndex } from './features.ts'

interface BodyLifecycle {
  readonly schema: NamedSchema
  /** `droplet.status` */
  readonly path: string
  /** Possible next states of each state. */
  readonly states: Readonly<Record<string, readonly string[]>>
}

export function findLifecycle(body: SchemaObject, schemas: SchemaIndex): BodyLifecycle | undefined {
  const found = findPlaces(body, [], 2, schemas)
  const nearest = Math.min(...found.map(({ path }) => path.length))
  const [only, ...others] = found.filter(({ path }) => path.length === nearest)
  // With several lifecycles, such as those of an app's deployments, there is no single state.
  if (!only || others.length > 0) return undefined
  return { schema: only.schema, path: only.path.join('.'), states: getStates(only.schema) }
}

interface Place {
  readonly schema: NamedSchema
  readonly path: readonly string[]
}

function findPlaces(schema: SchemaObject, path: readonly string[], depth: number, schemas: SchemaIndex): Place[] {
  const component = findNamed(schema, schemas)
  if (component?.lifecycle) return [{ schema: component, path: [...path, component.lifecycle.field] }]
  if (depth === 0) return []
  const { properties = {} } = followReference(schema, schemas)
  return Object.entries(properties).flatMap(([name, member]) => findPlaces(member, [...path, name], depth - 1, schemas))
}

/** Skips `unknown` and `unspecified`, which may turn into any state. */
function getStates({ schema, lifecycle }: NamedSchema): Record<string, readonly string[]> {
  const transitions = (lifecycle?.transitions ?? []).map(({ from, to, or = [] }) => ({ from: [from].flat(), next: [to, or].flat() }))
  const members = schema.properties?.[lifecycle?.field ?? '']?.enum ?? transitions.flatMap(({ from, next }) => [...from, ...next])
  const states = [...new Set(members)].filter((state) => typeof state === 'string' && state !== '' && !/unknown|unspecified/i.test(state))
  return Object.fromEntries(
    (states as string[]).map((state) => [
      state,
      [...new Set(transitions.filter(({ from }) => from.includes(state)).flatMap(({ next }) => next))].filter((next) => next !== state),
    ]),
  )
}

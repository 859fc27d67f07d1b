/** Validates the structure of a world before anything is created: names, lists and sizes. */
import { nearestName } from '../control/nearest-name.ts'
import { isRecord } from '../engine/values.ts'
import type { WorldDefinition } from './world-definition.ts'
import { type Path, WorldError, mergeErrors } from './world-error.ts'
import { loadWorldSchema, type Schema, getShape } from './world-schema.ts'

const maxDepth = 32
const maxValues = 200_000

/** Depth up to which the structure is validated here; operations validate the fields of resources. */
const ownDepth = 2

/** @throws WorldError, or WorldErrors with all errors */
export function checkWorld(world: unknown): asserts world is WorldDefinition {
  let count = 0
  const errors: WorldError[] = []
  const report = (path: Path, message: string): void => void errors.push(new WorldError(path, message))
  const visit = (value: unknown, schema: Schema | undefined, path: Path): void => {
    count += 1
    if (count > maxValues) throw new WorldError([], `It has more than ${maxValues} values. Remove some, or create them after the start.`)
    if (path.length > maxDepth) throw new WorldError(path.slice(0, 4), `Nothing is nested more than ${maxDepth} deep.`)
    const shape = schema && getShape(schema)
    if (Array.isArray(value)) {
      for (const [n, item] of value.entries()) visit(item, shape?.items, [...path, n])
      if (path.length <= ownDepth && shape && !shape.items) report(path, 'must not be a list.')
    } else if (isRecord(value)) {
      if (path.length === 1 && shape?.items) return report(path, 'must be a list, each item with a dash before it.')
      for (const [name, inner] of Object.entries(value)) {
        const problem = shape && checkName(name, [...shape.properties.keys()], shape.additional !== undefined || !acceptsObjects(schema))
        if (problem !== undefined) report([...path, name], problem)
        else visit(inner, shape?.properties.get(name) ?? shape?.additional, [...path, name])
      }
    } else if (shape && value !== null && value !== undefined) {
      const problem = checkScalar(value, shape.items !== undefined, path)
      if (problem !== undefined) report(path, problem)
    } else if (path.length === ownDepth) report(path, 'must be names with values, like "name: web-1".')
    if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
      report(path, `must be a text, a number, true or false, not a ${typeof value}.`)
  }
  if (!isRecord(world)) throw new WorldError([], 'A world is kinds of resources with lists, like "droplets: [{name: web-1, …}]".')
  visit(world, loadWorldSchema(), [])
  if (errors.length > 0) throw mergeErrors(errors)
}

/** @returns the problem of a scalar where a list or a map is required */
function checkScalar(value: unknown, isList: boolean, path: Path): string | undefined {
  if (path.length === 1 && isList) return 'must be a list, each item with a dash before it.'
  if (path.length === ownDepth && typeof path[1] === 'number')
    return `must be names with values, like "name: web-1", not ${JSON.stringify(value)}.`
  return undefined
}

/** Returns true if the schema accepts objects; operations reject other values. */
function acceptsObjects(schema: Schema | undefined): boolean {
  return schema !== undefined && getShape(schema).properties.size > 0
}

/** @returns the problem of a name */
function checkName(name: string, known: readonly string[], isOpen: boolean): string | undefined {
  if (name === '__proto__') return 'cannot be used as a name.'
  if (isOpen || known.includes(name)) return undefined
  const nearest = nearestName(name, known)
  return `unknown field. ${nearest === undefined ? `Known names: ${known.slice(0, 60).join(', ')}.` : `Did you mean ${nearest}?`}`
}

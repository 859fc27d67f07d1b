/** State of an object, in the field that its lifecycle names: `status`, or a nested one such as `deployment.status`. */
import { isRecord, type Value } from './values.ts'

export function findState(value: Value, field: string): string | undefined {
  const state = field.split('.').reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value)
  return typeof state === 'string' ? state : undefined
}

/** Returns the top-level field to set for a state. */
export function createStateFields(value: Value, field: string, state: string): Value {
  const [name = '', nested] = field.split('.')
  const outer = value[name]
  return { [name]: nested === undefined ? state : { ...(isRecord(outer) && outer), [nested]: state } }
}

/** Names the client method of an action type: `createByTag` starts `power_off` as `powerOffByTag`. */
import type { ActionVerb, Operation } from '../model/api-model.ts'
import { toCamelCase } from './emit-identifier.ts'

export function nameVerb({ name }: Operation, { type }: ActionVerb): string {
  return name.replace('create', toCamelCase(type))
}

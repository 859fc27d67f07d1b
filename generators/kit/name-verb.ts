/** Names the function of the client that starts one type of action: `createByTag` starts `power_off` as `powerOffByTag`. */
import type { ActionVerb, Operation } from '../model/api-model.ts'
import { toCamelCase } from './emit-identifier.ts'

export function nameVerb({ name }: Operation, { type }: ActionVerb): string {
  return name.replace('create', toCamelCase(type))
}

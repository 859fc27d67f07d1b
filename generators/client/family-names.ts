/** A family, and what its declarations are called in the client. */
import { toCamelCase, toPascalCase, emitIdentifier } from '../kit/emit-identifier.ts'
import type { Api, Family } from '../model/api-model.ts'

export interface ApiFamily {
  readonly api: string
  readonly family: Family
  /** What describes it. */
  readonly document: Api
}

export function tableName(family: Family): string {
  return emitIdentifier(`${toCamelCase(family.group)}Table`)
}

/** `reserved-ips` → `ReservedIpsFamily`. The ending keeps it apart from the schemas. */
export function interfaceName(family: Family): string {
  return emitIdentifier(`${toPascalCase(family.name)}Family`)
}

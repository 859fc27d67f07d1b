/** Names of the declarations of a family in the client. */
import { toCamelCase, toPascalCase, emitIdentifier } from '../kit/emit-identifier.ts'
import type { Api, Family } from '../model/api-model.ts'

export interface ApiFamily {
  readonly api: string
  readonly family: Family
  /** API document of the family. */
  readonly document: Api
}

export function tableName(family: Family): string {
  return emitIdentifier(`${toCamelCase(family.group)}Table`)
}

/** `reserved-ips` → `ReservedIpsFamily`. The suffix avoids clashes with schema names. */
export function interfaceName(family: Family): string {
  return emitIdentifier(`${toPascalCase(family.name)}Family`)
}

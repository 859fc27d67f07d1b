/** A family, and what its declarations are called in the client. */
import { toCamelCase, toPascalCase, writeIdentifier } from '../kit/write-identifier.ts'
import type { Api, Family } from '../model/api-model.ts'

export interface ApiFamily {
  readonly api: string
  readonly family: Family
  /** What describes it. */
  readonly document: Api
}

export function tableName(family: Family): string {
  return writeIdentifier(`${toCamelCase(family.group)}Table`)
}

/** `reserved-ips` → `ReservedIpsFamily`. The ending keeps it apart from the schemas. */
export function interfaceName(family: Family): string {
  return writeIdentifier(`${toPascalCase(family.name)}Family`)
}

/** Description of a control API operation, with all schemas that it references. */
import { families } from '../generated/catalog.ts'
import type { CatalogRow, FamilyModule, OperationDetails } from '../tables/catalog-row.ts'
import { isObject, type JsonObject } from '../values.ts'

export async function loadDetails(row: CatalogRow): Promise<{ readonly details: OperationDetails; readonly family: FamilyModule }> {
  const family = await families[row.family]?.()
  const details = family?.operations[row.id]
  if (!family || !details) throw new Error(`The generated tables do not agree about ${row.id}. Run: pnpm generate`)
  return { details, family }
}

export async function describeOperation(row: CatalogRow): Promise<JsonObject> {
  const { details, family } = await loadDetails(row)
  const usedSchemas = new Map<string, unknown>()
  collectSchemas([details.parameters, details.body], family.schemas, usedSchemas)
  return { ...row, ...details, ...(usedSchemas.size > 0 && { $defs: Object.fromEntries(usedSchemas) }) }
}

function collectSchemas(value: unknown, schemas: FamilyModule['schemas'], usedSchemas: Map<string, unknown>): void {
  if (Array.isArray(value)) for (const each of value) collectSchemas(each, schemas, usedSchemas)
  else if (isObject(value)) {
    const name = typeof value['$ref'] === 'string' ? value['$ref'].replace('#/$defs/', '') : undefined
    if (name !== undefined && !usedSchemas.has(name) && Object.hasOwn(schemas, name)) {
      usedSchemas.set(name, schemas[name])
      collectSchemas(schemas[name], schemas, usedSchemas)
    }
    for (const each of Object.values(value)) collectSchemas(each, schemas, usedSchemas)
  }
}

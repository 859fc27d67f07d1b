/** Three tools for 650 operations: search an operation, describe it, call it. */
import { findNearest } from '../arguments/nearest-name.ts'
import { catalog } from '../generated/catalog.ts'
import { sanitizeLine } from '../results/sanitize.ts'
import type { ToolResult } from '../results/tool-result.ts'
import { findMissingFlag } from '../server/allow-tools.ts'
import { formatArgumentErrors } from '../server/call-tool.ts'
import type { OfferedTool } from '../server/create-server.ts'
import type { ServerSettings } from '../server/settings.ts'
import type { CatalogRow } from '../tables/catalog-row.ts'
import type { ListedTool } from '../tables/tool-row.ts'
import type { JsonObject } from '../values.ts'
import { callOperation } from './call-operation.ts'
import { checkFlat } from './check-call.ts'
import { describeOperation } from './describe-operation.ts'
import { listControlTools } from './list-control-tools.ts'
import { searchOperations } from './search-operations.ts'

export function createControlTools(settings: ServerSettings): OfferedTool[] {
  const allowsChanges = findMissingFlag('additive', settings) === undefined
  const { search, describe, call } = listControlTools(allowsChanges)
  const createTool = (definition: ListedTool, use: OfferedTool['call']): OfferedTool => ({
    name: definition.name,
    // Permission depends on the operation, so each call checks it.
    kind: 'read-only',
    definition,
    call: async (values, context) => {
      const faults = checkFlat(definition, values)
      return faults.length > 0 ? formatArgumentErrors(definition.name, faults) : use(values, context)
    },
  })
  return [
    createTool(search, async ({ query, limit = 10 }) => {
      const { rows, total } = searchOperations(catalog, String(query), Number(limit))
      return formatStructured({ operations: rows, total, cut: total > rows.length })
    }),
    createTool(describe, async ({ operation }) => {
      const row = findOperation(String(operation))
      return row
        ? formatStructured(await describeOperation(row))
        : formatArgumentErrors(describe.name, [describeUnknownOperation(String(operation))])
    }),
    createTool(call, async (values, context) => {
      const row = findOperation(String(values['operation']))
      return row
        ? callOperation(row, values, settings, context)
        : formatArgumentErrors(call.name, [describeUnknownOperation(String(values['operation']))])
    }),
  ]
}

function findOperation(id: string): CatalogRow | undefined {
  return catalog.find((row) => row.id === id)
}

function describeUnknownOperation(id: string): string {
  const nearest = findNearest(
    id,
    catalog.map((row) => row.id),
  )
  return `operation: there is no ${sanitizeLine(id, 100)}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`} Use search_operations to find operations.`
}

function formatStructured(structuredContent: JsonObject): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
}

import { createTarget, isGroup } from '../src/bind-family.ts'
import type { FamilyTable, OperationGroup } from '../src/family-table.ts'
import { allTables } from '../src/generated/all-tables.ts'
import type { KnownTarget } from '../src/request-types.ts'

interface TableOperation {
  /** Name in the client: `droplets.actions.create`. */
  readonly name: string
  readonly target: KnownTarget
}

/** Lists the operations of all tables. */
export const operations: readonly TableOperation[] = Object.entries(allTables).flatMap(([name, table]: [string, FamilyTable]) =>
  listOperations(name, table.api, table.path, table),
)

function listOperations(name: string, api: string, path: string, group: OperationGroup): TableOperation[] {
  return Object.entries(group.operations).flatMap(([step, row]) => {
    const full = `${name}.${step}`
    return isGroup(row) ? listOperations(full, api, path + row.path, row) : [{ name: full, target: createTarget(api, path, row) }]
  })
}

/** Lists the names of operations and of their methods for action types. */
export function listMethodNames(): string[] {
  return operations.flatMap(({ name, target: { facts } }) => [
    name,
    ...Object.keys(facts.verbs ?? {}).map((type) =>
      name.replace(
        'create',
        type.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      ),
    ),
  ])
}

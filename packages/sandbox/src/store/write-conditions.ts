import type { Condition } from './store.ts'

export interface Written {
  /** The table that is searched, of what kind and parent the conditions are. */
  readonly searched: 'rows' | 'tags'
  /** It, and the rows beside it. */
  readonly from: string
  readonly sql: string
  readonly values: readonly (string | number)[]
}

const fieldForm = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*(\[\])?$/

/** Conditions on fields of the JSON text. Field names come from tables and behaviors, never from a request, and are checked anyway. */
export function writeConditions(conditions: readonly Condition[] = []): Written {
  const tagged = conditions.find(({ field, fold, hidden }) => field === 'tags[]' && fold && !hidden)
  return {
    searched: tagged ? 'tags' : 'rows',
    from: tagged ? 'tags CROSS JOIN rows USING (seq)' : 'rows',
    sql: conditions.map((condition) => (condition === tagged ? ' AND tag = ?' : writeCondition(condition))).join(''),
    values: conditions.map(({ equals }) => (typeof equals === 'boolean' ? Number(equals) : equals)),
  }
}

function writeCondition({ field, fold, hidden }: Condition): string {
  if (!fieldForm.test(field)) throw new Error(`${JSON.stringify(field)} is no field. Expected name, name.part or name[].`)
  const column = hidden ? 'hidden' : 'text'
  const collate = fold ? ' COLLATE NOCASE' : ''
  return field.endsWith('[]')
    ? ` AND EXISTS (SELECT 1 FROM json_each(${column}, '$.${field.slice(0, -2)}') WHERE value = ?${collate})`
    : ` AND json_extract(${column}, '$.${field}') = ?${collate}`
}

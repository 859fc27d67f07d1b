import type { Condition } from './store.ts'

export interface Written {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

const fieldForm = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*(\[\])?$/

/** Conditions on fields of the JSON text. Field names come from tables and behaviors, never from a request, and are checked anyway. */
export function writeConditions(conditions: readonly Condition[] = []): Written {
  const parts = conditions.map(({ field, fold, hidden }) => {
    if (!fieldForm.test(field)) throw new Error(`${JSON.stringify(field)} is no field. Expected name, name.part or name[].`)
    const column = hidden ? 'hidden' : 'text'
    const collate = fold ? ' COLLATE NOCASE' : ''
    return field.endsWith('[]')
      ? ` AND EXISTS (SELECT 1 FROM json_each(${column}, '$.${field.slice(0, -2)}') WHERE value = ?${collate})`
      : ` AND json_extract(${column}, '$.${field}') = ?${collate}`
  })
  return { sql: parts.join(''), values: conditions.map(({ equals }) => (typeof equals === 'boolean' ? Number(equals) : equals)) }
}

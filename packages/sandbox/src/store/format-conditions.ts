import { getIndexName } from './indexed-fields.ts'
import type { Condition } from './store.ts'

export interface WhereClause {
  /** Table whose kind and parent columns are compared. */
  readonly table: 'rows' | 'fields'
  /** FROM clause that joins the rows to that table. */
  readonly from: string
  readonly sql: string
  readonly values: readonly (string | number)[]
  /** True if the index alone answers the query, without the rows. */
  readonly isIndexOnly: boolean
}

const fieldForm = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*(\[\](\.[A-Za-z_][A-Za-z0-9_]*)?)?$/

/**
 * Formats conditions on JSON fields as SQL. Field names come from tables and handlers, never from a request, and are still validated.
 *
 * @param isIndexed returns true if the kind has an index on the field
 */
export function formatConditions(conditions: readonly Condition[] = [], isIndexed: (name: string) => boolean = () => false): WhereClause {
  const found = conditions.find((condition) => condition.equals !== '' && !condition.or?.length && isIndexed(getIndexName(condition)))
  // The index keeps array items without regard to case, so a case-sensitive match must also check the row.
  const isIndexOnly = found !== undefined && (found.ignoreCase === true || !found.field.includes('[]'))
  const others = conditions.filter((condition) => condition !== found || !isIndexOnly)
  const lookup = found ? ` AND name = ? AND value = ?${isIndexOnly && !found.ignoreCase ? ' AND value = ? COLLATE BINARY' : ''}` : ''
  const lookupValues = found ? [getIndexName(found), valueOf(found), ...(isIndexOnly && !found.ignoreCase ? [valueOf(found)] : [])] : []
  return {
    table: found ? 'fields' : 'rows',
    from: found ? 'fields CROSS JOIN rows USING (seq)' : 'rows',
    sql: lookup + others.map(formatCondition).join(''),
    values: [...lookupValues, ...others.flatMap(valuesOf)],
    isIndexOnly: found !== undefined && others.length === 0,
  }
}

const formatValue = (value: Condition['equals']) => (typeof value === 'boolean' ? Number(value) : value)
const valueOf = ({ equals }: Condition) => formatValue(equals)
const valuesOf = ({ equals, or = [] }: Condition) => [equals, ...or].map(formatValue)

function formatCondition({ field, ignoreCase, hidden, or = [] }: Condition): string {
  if (!fieldForm.test(field)) throw new Error(`${JSON.stringify(field)} is not a field. Expected name, name.part or name[].`)
  const column = hidden ? 'hidden' : 'text'
  const collate = ignoreCase ? ' COLLATE NOCASE' : ''
  const equals = or.length === 0 ? ` = ?${collate}` : `${collate} IN (?${', ?'.repeat(or.length)})`
  const [path, member] = field.split('[]')
  if (member === undefined) return ` AND json_extract(${column}, '$.${path}')${equals}`
  const item = member === '' ? 'value' : `value ->> '$${member}'`
  return ` AND EXISTS (SELECT 1 FROM json_each(${column}, '$.${path}') WHERE ${item}${equals})`
}

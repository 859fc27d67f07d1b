import { getIndexName } from './indexed-fields.ts'
import type { Condition } from './store.ts'

export interface WhereClause {
  /** The table that is searched, of what kind and parent the conditions are. */
  readonly table: 'rows' | 'fields'
  /** It, and the rows beside it. */
  readonly from: string
  readonly sql: string
  readonly values: readonly (string | number)[]
  /** The rows beside it say nothing more. */
  readonly isIndexOnly: boolean
}

const fieldForm = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*(\[\](\.[A-Za-z_][A-Za-z0-9_]*)?)?$/

/**
 * Conditions on fields of the JSON text. Field names come from tables and handlers, never from a request, and are checked anyway.
 *
 * @param isIndexed whether the rows of the kind are found by the field of this name
 */
export function formatConditions(conditions: readonly Condition[] = [], isIndexed: (name: string) => boolean = () => false): WhereClause {
  const found = conditions.find((condition) => condition.equals !== '' && !condition.or?.length && isIndexed(getIndexName(condition)))
  // In either case an array's item is known once only, so which case it has is seen in the row.
  const isIndexOnly = found !== undefined && (found.ignoreCase === true || !found.field.includes('[]'))
  const others = conditions.filter((condition) => condition !== found || !isIndexOnly)
  const lookup = found ? ` AND name = ? AND value = ?${isIndexOnly && !found.ignoreCase ? ' AND value = ? COLLATE BINARY' : ''}` : ''
  const sought = found ? [getIndexName(found), valueOf(found), ...(isIndexOnly && !found.ignoreCase ? [valueOf(found)] : [])] : []
  return {
    table: found ? 'fields' : 'rows',
    from: found ? 'fields CROSS JOIN rows USING (seq)' : 'rows',
    sql: lookup + others.map(formatCondition).join(''),
    values: [...sought, ...others.flatMap(valuesOf)],
    isIndexOnly: found !== undefined && others.length === 0,
  }
}

const formatValue = (value: Condition['equals']) => (typeof value === 'boolean' ? Number(value) : value)
const valueOf = ({ equals }: Condition) => formatValue(equals)
const valuesOf = ({ equals, or = [] }: Condition) => [equals, ...or].map(formatValue)

function formatCondition({ field, ignoreCase, hidden, or = [] }: Condition): string {
  if (!fieldForm.test(field)) throw new Error(`${JSON.stringify(field)} is no field. Expected name, name.part or name[].`)
  const column = hidden ? 'hidden' : 'text'
  const collate = ignoreCase ? ' COLLATE NOCASE' : ''
  const equals = or.length === 0 ? ` = ?${collate}` : `${collate} IN (?${', ?'.repeat(or.length)})`
  const [path, member] = field.split('[]')
  if (member === undefined) return ` AND json_extract(${column}, '$.${path}')${equals}`
  const item = member === '' ? 'value' : `value ->> '$${member}'`
  return ` AND EXISTS (SELECT 1 FROM json_each(${column}, '$.${path}') WHERE ${item}${equals})`
}

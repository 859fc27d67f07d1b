/**
 * Indexes on fields of objects. The list of indexed fields is part of the state: a new one is indexed when the state is opened, and
 * triggers keep the index up to date after that.
 */
import type { Prepare } from './statements.ts'
import type { Condition } from './store.ts'

export interface IndexedField extends Pick<Condition, 'field' | 'hidden'> {
  readonly kind: string
}

/**
 * SQL for the JSON value of a field. `json_each` makes one row of a scalar and one of each item of an array; of an object in an array, one
 * member is indexed. Empty strings are not indexed.
 */
const valueIn = (row: string) => `(iif(is_hidden, ${row}.hidden, ${row}.text) -> indexed.path)`
const known = "iif(member = '', atom, json_each.value ->> member)"
const entriesOf = (row: string, only = '', list = 'indexed') =>
  `SELECT ${row}.kind, ${row}.parent, name, ${known}, ${row}.seq FROM ${list} CROSS JOIN json_each(${valueIn(row)})
   WHERE indexed.kind = ${row}.kind AND ${known} <> ''${only}`
const add = (row: string, only?: string) => `INSERT OR IGNORE INTO fields ${entriesOf(row, only)}`
const remove = (row: string, only?: string) => `DELETE FROM fields WHERE (kind, parent, name, value, seq) IN (${entriesOf(row, only)})`
const hasFields = (row: string) => `EXISTS (SELECT 1 FROM indexed WHERE kind = ${row}.kind)`
/** A deleted and an inserted row with the same number reach other replicas as one update, which may change the kind. */
const changed = `(old.kind IS NOT new.kind OR old.parent IS NOT new.parent OR ${valueIn('old')} IS NOT ${valueIn('new')})`

/** Updates the field table after changes of rows. A row of a kind without indexes costs one lookup in a small table. */
export const createFieldTriggers = `CREATE TRIGGER fields_of_new AFTER INSERT ON rows WHEN ${hasFields('new')} BEGIN ${add('new')}; END;
   CREATE TRIGGER fields_of_gone AFTER DELETE ON rows WHEN ${hasFields('old')} BEGIN ${remove('old')}; END;
   CREATE TRIGGER fields_of_changed AFTER UPDATE OF kind, parent, text, hidden ON rows
   WHEN EXISTS (SELECT 1 FROM indexed WHERE kind IN (old.kind, new.kind) AND ${changed})
   BEGIN ${remove('old', ` AND ${changed}`)}; ${add('new', ` AND ${changed}`)}; END;`
/** Drops the triggers while whole tables are replaced, because running them row by row takes many times as long. */
export const dropFieldTriggers = 'DROP TRIGGER fields_of_new; DROP TRIGGER fields_of_gone; DROP TRIGGER fields_of_changed'
/** Fills the empty field table from all rows. */
export const fillFields = `INSERT OR IGNORE INTO fields ${entriesOf('rows', '', 'indexed CROSS JOIN rows')}`

/** Name of an index among those of a kind. */
export const getIndexName = ({ field, hidden = false }: Pick<Condition, 'field' | 'hidden'>) => (hidden ? `hidden.${field}` : field)

const columns = ['kind', 'name', 'path', 'member', 'is_hidden'] as const
const expectedRows = `SELECT ${columns.map((column, at) => `value ->> ${at} AS ${column}`).join(', ')} FROM json_each(?)`
const [fresh, stale] = [`${expectedRows} EXCEPT SELECT * FROM indexed`, `SELECT * FROM indexed EXCEPT ${expectedRows}`]

/** Creates a function that updates the index when the list of fields differs from the one in the state. */
export function createFieldIndex(prepare: Prepare, fields: readonly IndexedField[]): () => void {
  // Sorted, so that equal definitions have equal texts.
  const byKey = new Map(fields.map((field) => [`${field.kind} ${getIndexName(field)}`, formatField(field)]))
  const rows = [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
  const parameter = JSON.stringify(rows)
  const read = prepare('SELECT * FROM indexed ORDER BY kind, name')
  return () => {
    const present = JSON.stringify(read.all().map((row) => Object.values(row)))
    if (present === parameter) return
    if (present !== '[]')
      for (const table of ['fields', 'indexed'])
        prepare(`DELETE FROM ${table} WHERE (kind, name) IN (SELECT kind, name FROM (${stale}))`).run(parameter)
    if (prepare('SELECT 1 FROM rows LIMIT 1').get())
      prepare(`INSERT OR IGNORE INTO fields ${entriesOf('rows', '', `(${fresh}) AS indexed CROSS JOIN rows`)}`).run(parameter)
    prepare(`INSERT OR IGNORE INTO indexed ${expectedRows}`).run(parameter)
  }
}

function formatField({ kind, field, hidden = false }: IndexedField): readonly (string | number)[] {
  const [path = '', member = ''] = field.split('[]')
  return [kind, getIndexName({ field, hidden }), `$.${path}`, member === '' ? '' : `$${member}`, Number(hidden)]
}

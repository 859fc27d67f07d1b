/** Comma-separated values according to RFC 4180: quoted fields may contain commas, quotes and line breaks. */

/** @throws RangeError if the text is not CSV, with the end of a sentence that starts with "The file …" */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  const source = text.replace(/^\uFEFF/, '')
  do {
    const [, quoted, plain = '', end] = field.exec(source) ?? []
    if (end === undefined) throw new RangeError(`is not CSV in row ${rows.length + 1}`)
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  } while (row.length > 0 || field.lastIndex < source.length)
  const irregular = rows.findIndex(({ length }) => length !== rows[0]?.length)
  if (irregular !== -1) throw new RangeError(`has another number of fields in row ${irregular + 1} than in the first`)
  return rows
}

export function formatCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map((value) => quote(String(value))).join(',')}\n`).join('')
}

/** Prefixes formulas with an apostrophe, so that spreadsheets show text. */
function quote(text: string): string {
  const safe = /^[=+@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

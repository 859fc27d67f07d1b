/** Comma-separated values according to RFC 4180: quoted fields may contain commas, quotes and line breaks. */

/** @throws RangeError with the problem */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  const source = text.replace(/^\uFEFF/, '')
  while (field.lastIndex < source.length) {
    const start = field.lastIndex
    const [, quoted, plain = '', end] = field.exec(source) ?? []
    if (end === undefined) throw new RangeError(`cannot be read from line ${countLines(source, start)} on`)
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') {
      // A comma at the end of a line is followed by an empty field.
      if (field.lastIndex === source.length) rows.push([...row, ''])
      continue
    }
    rows.push(row)
    row = []
  }
  const filled = rows.filter((each) => each.length > 1 || each[0] !== '')
  const width = filled[0]?.length ?? 0
  const odd = filled.findIndex((each) => each.length !== width)
  if (odd !== -1) throw new RangeError(`has ${filled[odd]?.length ?? 0} fields in row ${odd + 1} and ${width} in the first`)
  return filled
}

function countLines(text: string, end: number): number {
  return text.slice(0, end).split('\n').length
}

export function formatCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map((value) => quote(String(value))).join(',')}\r\n`).join('')
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Counts the lines that people wrote, by room and by kind of file. */

const kinds = { ts: 'ts', tsx: 'ts', mts: 'ts', js: 'js', mjs: 'js', yaml: 'yaml', yml: 'yaml', md: 'md' } as const
type Kind = (typeof kinds)[keyof typeof kinds]
const columns = ['ts', 'js', 'yaml', 'md'] as const satisfies readonly Kind[]

export type Lines = ReadonlyMap<string, Readonly<Record<Kind, number>>>

/** Written by a command: generated, copied from what was made, or resolved. */
const notByHand =
  /(?:^|\/)(?:generated|golden)\/|(?:^|\/)(?:CHANGELOG|COVERAGE|SURFACE)\.md$|^docs\/assurance\.md$|^tools\/release\/surface\/|^pnpm-lock\.yaml$/

/** @param counted lines of `path:count`, as `git grep -c` prints them */
export function countLines(counted: string): Lines {
  const rooms = new Map<string, Record<Kind, number>>()
  for (const line of counted.split('\n')) {
    const [, path = '', extension = '', count] = /^(.+\.(\w+)):(\d+)$/.exec(line) ?? []
    if (!isKnown(extension) || notByHand.test(path)) continue
    const room = roomOf(path)
    const own = rooms.get(room) ?? { ts: 0, js: 0, yaml: 0, md: 0 }
    own[kinds[extension]] += Number(count)
    rooms.set(room, own)
  }
  return new Map([...rooms].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function isKnown(extension: string): extension is keyof typeof kinds {
  return Object.hasOwn(kinds, extension)
}

/** `packages/client/`; for what stands in no room, `./`. */
function roomOf(path: string): string {
  const [first = '', second = '', ...rest] = path.split('/')
  if (second === '') return './'
  return (first === 'packages' || first === 'tools') && rest.length > 0 ? `${first}/${second}/` : `${first}/`
}

/** @param before the same of another commit, of which only the sums are shown */
export function writeTable(now: Lines, before?: Lines): string {
  const rooms = [...new Set([...now.keys(), ...(before?.keys() ?? [])])].toSorted()
  const rows = rooms.map((room) => [room, ...describe(now.get(room), before && { lines: before.get(room) })])
  const all = ['all', ...describe(add(now), before && { lines: add(before) })]
  const table = [['room', ...columns, 'sum', ...(before ? ['before', 'change'] : [])], ...rows, all]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  return table
    .map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '))
    .join('\n')
}

type Row = Readonly<Record<Kind, number>>

function describe(row: Row | undefined, before?: { readonly lines: Row | undefined }): string[] {
  const cells = [...columns.map((kind) => row?.[kind] ?? 0), sum(row)]
  const more = before ? [sum(before.lines), sum(row) - sum(before.lines)] : []
  return [...cells, ...more].map((each) => each.toLocaleString('en'))
}

function sum(row: Row | undefined): number {
  return columns.reduce((whole, kind) => whole + (row?.[kind] ?? 0), 0)
}

function add(lines: Lines): Row {
  const whole = { ts: 0, js: 0, yaml: 0, md: 0 }
  for (const row of lines.values()) for (const kind of columns) whole[kind] += row[kind]
  return whole
}

/** Shows how much of the facts the specification declares. */
import { type Comparison, type Count, type FamilyComparison, kinds, sumCounts } from './compare-facts.ts'

/** Returns whether everything is declared or left out with a reason. */
export function printComparison({ families, idle }: Comparison, listMissing: boolean): boolean {
  if (listMissing) for (const line of families.flatMap(({ missing }) => missing)) console.log(line)
  else console.table(Object.fromEntries(families.map((family) => [family.family, tabulate(family)])))
  for (const { operation, fact } of idle)
    console.error(`spec/README.md, "Facts left out, and why": \`${operation}\` \`${fact}\` fits nothing that is missing. Take the row out.`)
  const of = Object.fromEntries(kinds.map((kind) => [kind, sumCounts(families, kind)])) as Record<(typeof kinds)[number], Count>
  const missing = kinds.map((kind) => countMissing(of[kind])).reduce((sum, count) => sum + count)
  const { declared, total, leftOut } = of.property
  console.log(
    JSON.stringify({
      check: 'facts',
      passed: declared,
      total,
      percent: percent(of.property),
      leftOut,
      missing,
      operations: `${of.operation.declared}/${of.operation.total}`,
      statuses: `${of.status.declared}/${of.status.total}`,
      parameters: `${of.parameter.declared}/${of.parameter.total}`,
    }),
  )
  return missing === 0 && idle.length === 0
}

function tabulate({ counts }: FamilyComparison): Record<string, string | number> {
  const write = ({ declared, total }: Count) => `${declared}/${total}`
  return {
    operations: write(counts.operation),
    statuses: write(counts.status),
    parameters: write(counts.parameter),
    properties: write(counts.property),
    percent: percent(counts.property),
    'left out': kinds.map((kind) => counts[kind].leftOut).reduce((sum, count) => sum + count),
    missing: kinds.map((kind) => countMissing(counts[kind])).reduce((sum, count) => sum + count),
  }
}

function countMissing({ total, declared, leftOut }: Count): number {
  return total - declared - leftOut
}

/** Rounded down, so that 100 means all. */
function percent({ total, declared }: Count): number {
  return total === 0 ? 100 : Math.floor((declared / total) * 1000) / 10
}

/** Formats a replay report: differences by operation, each once with its first occurrence. */
import type { ReplayDifference, ReplayReport } from './replay.ts'

export function formatReport({ requests, compared, differences, allowed, skipped }: ReplayReport): string {
  const operations = Map.groupBy(differences, ({ operation }) => operation)
  const sections = [...operations].map(([operation, found]) => {
    const groups = Map.groupBy(found, ({ kind, path, recorded, here }) =>
      kind === 'value' || kind === 'status' ? JSON.stringify([kind, path, recorded, here]) : `${kind} ${path}`,
    )
    return [operation, ...[...groups.values()].map((each) => formatLine(each))].join('\n')
  })
  const reasons = [...Map.groupBy(allowed, ({ reason }) => reason)].map(([reason, each]) => `  ${each.length} × ${reason}`)
  const left = [...Map.groupBy(skipped, ({ reason }) => reason)].map(
    ([reason, each]) => `  ${each.length} × ${reason}: ${each[0]?.request}${each.length > 1 ? ', …' : ''}`,
  )
  return [
    ...sections,
    ...(reasons.length > 0 ? [`May differ:\n${reasons.join('\n')}`] : []),
    ...(left.length > 0 ? [`Not compared:\n${left.join('\n')}`] : []),
    `${differences.length} differences in ${compared} of ${requests} requests${allowed.length > 0 ? `, and ${allowed.length} that may be` : ''}.`,
  ].join('\n\n')
}

function formatLine(same: readonly ReplayDifference[]): string {
  const [{ kind, path, recorded, here, entry, request } = same[0] as ReplayDifference] = same
  const values =
    kind === 'missing'
      ? `recorded ${formatValue(recorded)}`
      : kind === 'extra'
        ? `here ${formatValue(here)}`
        : `recorded ${formatValue(recorded)}, here ${formatValue(here)}`
  const times = same.length > 1 ? `, ${same.length} times` : ''
  return `  ${kind.padEnd(9)} ${path === '' ? '' : `${path}: `}${values}  (${request}, request ${entry}${times})`
}

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}

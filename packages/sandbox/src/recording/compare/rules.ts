/** Allowed differences between two accounts, or between an account and a sandbox, each with its reason. */
import type { Difference, Kind } from './compare-values.ts'

interface Rule {
  readonly operation: RegExp
  readonly path: RegExp
  readonly kinds: readonly Kind[]
  readonly reason: string
}

const values: readonly Kind[] = ['value', 'missing', 'extra', 'order']

const rules: readonly Rule[] = [
  { operation: /^account_get$/, path: /^account\./, kinds: ['value'], reason: 'Limits, names and status depend on the account.' },
  { operation: /^/, path: /^ratelimit-/, kinds: ['header'], reason: 'Proxies may remove these headers.' },
  { operation: /^billing/, path: /^/, kinds: values, reason: 'Amounts depend on the earlier usage of the account.' },
  { operation: /^monitoring_/, path: /^data\./, kinds: values, reason: 'Metrics come from real machines; the sandbox runs none.' },
  { operation: /^/, path: /features$/, kinds: ['order'], reason: 'The order of features has no meaning, and the platform changes it.' },
  {
    operation: /^(chat|responses|messages|embeddings)_/,
    path: /^/,
    kinds: values,
    reason: 'The sandbox generates replies without a model.',
  },
  { operation: /^domains/, path: /zone_file$/, kinds: ['value'], reason: 'The serial number is the time of the last change.' },
]

export function findReason(operation: string, { path, kind }: Difference): string | undefined {
  return rules.find((rule) => rule.kinds.includes(kind) && rule.operation.test(operation) && rule.path.test(path))?.reason
}

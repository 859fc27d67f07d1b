/** Differences that are allowed, each with its reason: those between any two accounts, or between any account and a sandbox. */
import type { Difference, Kind } from './compare-values.ts'

interface Rule {
  readonly operation: RegExp
  readonly path: RegExp
  readonly kinds: readonly Kind[]
  readonly reason: string
}

const values: readonly Kind[] = ['value', 'missing', 'extra', 'order']

const rules: readonly Rule[] = [
  { operation: /^account_get$/, path: /^account\./, kinds: ['value'], reason: 'Limits, names and standing are those of the account.' },
  { operation: /^/, path: /^ratelimit-/, kinds: ['header'], reason: 'Proxies in between may take these headers away.' },
  { operation: /^billing/, path: /^/, kinds: values, reason: 'What is owed follows from what the account had before.' },
  { operation: /^monitoring_/, path: /^data\./, kinds: values, reason: 'Measurements are of real machines; nothing runs here.' },
  { operation: /^/, path: /features$/, kinds: ['order'], reason: 'The order of features means nothing, and the platform changes it.' },
  { operation: /^(chat|responses|messages|embeddings)_/, path: /^/, kinds: values, reason: 'Models answer by rule here.' },
  { operation: /^domains/, path: /zone_file$/, kinds: ['value'], reason: 'Its serial number is the moment of the last change.' },
]

export function findReason(operation: string, { path, kind }: Difference): string | undefined {
  return rules.find((rule) => rule.kinds.includes(kind) && rule.operation.test(operation) && rule.path.test(path))?.reason
}

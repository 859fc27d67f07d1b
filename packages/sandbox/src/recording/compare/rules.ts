/** Differences that are allowed, each with its reason. */
import { type Difference, type Kind, kinds } from './compare-values.ts'

export interface Rule {
  /** A glob of operationIds. */
  readonly operation: string
  /** A place in the answer: `*` is one step, `**` any. */
  readonly path: string
  readonly kind: readonly string[]
  readonly reason: string
}

/** Differences between any two accounts, or between any account and a sandbox. */
const values = ['value', 'missing', 'extra', 'order']
export const defaultRules: readonly Rule[] = [
  { operation: 'account_get', path: 'account.**', kind: ['value'], reason: 'Limits, names and standing are those of the account.' },
  { operation: '*', path: 'ratelimit-*', kind: ['header'], reason: 'Proxies in between may take these headers away.' },
  { operation: 'billing*', path: '**', kind: values, reason: 'What is owed follows from what the account had before.' },
  { operation: 'monitoring_*', path: 'data.**', kind: values, reason: 'Measurements are of real machines; nothing runs here.' },
  { operation: '*', path: '**features', kind: ['order'], reason: 'The order of features means nothing, and the platform changes it.' },
  ...['chat_*', 'responses_*', 'messages_*', 'embeddings_*'].map((operation) => ({
    operation,
    path: '**',
    kind: values,
    reason: 'Models answer by rule here.',
  })),
  { operation: 'domains*', path: '**zone_file', kind: ['value'], reason: 'Its serial number is the moment of the last change.' },
]

export type FindReason = (operation: string, difference: Difference) => string | undefined

export function createRuleBook(rules: readonly Rule[]): FindReason {
  const book = rules.map((rule) => ({ ...rule, operation: toPattern(rule.operation), path: toPattern(rule.path) }))
  return (operation, { path, kind }) =>
    book.find((rule) => rule.kind.includes(kind) && rule.operation.test(operation) && rule.path.test(path))?.reason
}

function toPattern(glob: string): RegExp {
  const source = glob.split(/(\*\*\.?|\*)/).map((part) => {
    if (part.startsWith('**')) return '.*'
    return part === '*' ? '[^.]*' : part.replace(/[\\^$.+?()[\]{}|/-]/g, '\\$&')
  })
  return new RegExp(`^${source.join('')}$`)
}

/** @throws Error that names the rule and what is wrong with it */
export function parseRules(value: unknown, file: string): readonly Rule[] {
  if (!Array.isArray(value)) throw new Error(`${file}: the rules must be a list, each with operation, path, kind and reason.`)
  return value.map((rule: Partial<Record<string, unknown>> | null, n) => {
    const { operation = '*', path = '**', kind = '*', reason } = rule ?? {}
    if (typeof operation !== 'string' || typeof path !== 'string' || typeof reason !== 'string' || reason === '')
      throw new Error(`${file}: rule ${n + 1}: operation, path and reason must be texts. Give the reason why this may differ.`)
    const named = kind === '*' ? kinds : [kind].flat()
    const unknown = named.find((each) => !kinds.includes(each as Kind))
    if (unknown !== undefined) throw new Error(`${file}: rule ${n + 1}: kind is "${String(unknown)}"; it can be *, ${kinds.join(', ')}.`)
    return { operation, path, kind: named as Kind[], reason }
  })
}

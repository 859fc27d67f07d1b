/** What may differ, and why. */
import { type Difference, type Kind, kinds } from './difference.ts'

export interface Rule {
  /** Of operationIds; `*` for any part. */
  readonly operation: string
  /** Of places in the answer: `*` for one step, `**` for any. */
  readonly path: string
  readonly kind: Kind | readonly Kind[] | '*'
  readonly reason: string
}

export type FindReason = (operation: string, difference: Difference) => string | undefined

export function createRuleBook(rules: readonly Rule[]): FindReason {
  const book = rules.map(({ operation, path, kind, reason }) => ({ operation: toPattern(operation), path: toPattern(path), kind, reason }))
  return (operation, { path, kind }) =>
    book.find(
      (rule) =>
        (rule.kind === '*' || rule.kind === kind || rule.kind.includes(kind)) && rule.operation.test(operation) && rule.path.test(path),
    )?.reason
}

function toPattern(glob: string): RegExp {
  const source = glob.split(/(\*\*\.?|\*)/).map((part) => {
    if (part.startsWith('**')) return '.*'
    return part === '*' ? '[^.]*' : part.replace(/[\\^$.+?()[\]{}|/-]/g, '\\$&')
  })
  return new RegExp(`^${source.join('')}$`)
}

/** @throws Error that names the rule and what is wrong with it */
export function readRules(value: unknown, file: string): readonly Rule[] {
  if (!Array.isArray(value)) throw new Error(`${file}: the rules must be a list, each with operation, path, kind and reason.`)
  return value.map((rule: Partial<Record<string, unknown>> | null, n) => {
    const { operation = '*', path = '**', kind = '*', reason } = rule ?? {}
    const wrong = (what: string) => new Error(`${file}: rule ${n + 1}: ${what}`)
    if (typeof operation !== 'string' || typeof path !== 'string') throw wrong('operation and path must be texts.')
    if (typeof reason !== 'string' || reason === '') throw wrong('give the reason why this may differ.')
    const named = [kind].flat()
    const unknown = named.find((each) => each !== '*' && !kinds.includes(each as Kind))
    if (unknown !== undefined) throw wrong(`kind is "${String(unknown)}"; it can be *, ${kinds.join(', ')}.`)
    return { operation, path, kind: named.includes('*') ? '*' : (named as Kind[]), reason }
  })
}

/** The table in spec/README.md of the facts that the specification leaves out on purpose. */
import { operationKey } from './declared.ts'

export interface LeftOut {
  readonly operation: string
  readonly fact: string
  readonly reason: string
  covers(operation: string, fact: string): boolean
}

const heading = '## Facts left out, and why'

/** Rows `| operation | fact | reason |`; a `*` in the first two stands for anything. */
export function readLeftOut(readme: string): LeftOut[] {
  const section = readme.split(`${heading}\n`)[1]?.split('\n## ')[0]
  if (section === undefined) throw new Error(`spec/README.md has no section "${heading}". Add it, with a table: operation, fact, reason.`)
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
  return rows.map((row) => {
    const [operation = '', fact = '', reason = ''] = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', ''))
    if (!operation || !fact || !reason)
      throw new Error(`spec/README.md, "${heading}": the row "${row}" needs an operation, a fact and a reason.`)
    const [method = '', path = ''] = operation.split(' ')
    const operations = new RegExp(`^${pattern(operationKey(method, path))}$`)
    const facts = new RegExp(`^${pattern(fact)}(?:$|[.[{])`)
    return { operation, fact, reason, covers: (key, written) => operations.test(key) && facts.test(written) }
  })
}

function pattern(text: string): string {
  return text.replaceAll(/[^\w*]/g, '\\$&').replaceAll('*', '.*')
}

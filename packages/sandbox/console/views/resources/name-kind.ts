import type { Specification } from '../../data/specification.ts'

/** Words of replies that say nothing of the kind. */
const bland = /^(data|items|resources|.*_infos)$/

/** The family's title where it is the family's main kind, and what it is called beside it otherwise. */
export function nameKind({ kinds, families }: Pick<Specification, 'kinds' | 'families'>, kind: string): string {
  const { family = '', many = kind } = kinds[kind] ?? {}
  const title = families[family] ?? family
  const called = (bland.test(many) ? kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ') : many.replaceAll('_', ' ')).toLowerCase()
  if (title.toLowerCase().endsWith(called)) return title
  return called === family.replaceAll('-', ' ') ? capitalize(called) : `${title}: ${called}`
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

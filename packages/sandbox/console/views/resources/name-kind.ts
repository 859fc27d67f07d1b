import type { Specification } from '../../data/specification.ts'

/** Words of replies that say nothing of the kind. */
const bland = /^(data|items|resources|.*_infos)$/

/** The family's title where it is the family's main kind, and what it is called beside it otherwise. */
export function nameKind({ kinds, families }: Pick<Specification, 'kinds' | 'families'>, kind: string): string {
  const { family = '', many = kind } = kinds[kind] ?? {}
  const title = families[family] ?? family
  const called = (bland.test(many) ? kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ') : many.replaceAll('_', ' ')).toLowerCase()
  const words = kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
  if ([called, words].some((each) => bare(title).endsWith(bare(each)))) return title
  // Of two words or more it says by itself what it is.
  return called.includes(' ') ? capitalize(called) : `${title}: ${called}`
}

/** What `Add-ons` and `add on` have in common. */
function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[-\s]/g, '').replace(/s$/, '')
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

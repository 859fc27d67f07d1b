import type { Specification } from '../../data/specification.ts'
import { capitalize } from '../../parts/capitalize.ts'

/** Generic field names of responses. */
const genericName = /^(data|items|resources|.*_infos)$/

/** Title of a kind: the title of the family for its main kind, otherwise its own name. */
export function nameKind({ kinds, families }: Pick<Specification, 'kinds' | 'families'>, kind: string): string {
  const { family = '', many = kind } = kinds[kind] ?? {}
  const title = families[family] ?? family
  const label = (genericName.test(many) ? kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ') : many.replaceAll('_', ' ')).toLowerCase()
  const words = kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
  if ([label, words].some((each) => normalize(title).endsWith(normalize(each)))) return title
  // A name of two or more words is clear without the family.
  return label.includes(' ') ? capitalize(label) : `${title}: ${label}`
}

/** Comparable form: `Add-ons` and `add on` are equal. */
function normalize(text: string): string {
  return text.toLowerCase().replaceAll(/[-\s]/g, '').replace(/s$/, '')
}

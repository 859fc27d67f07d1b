/** What a body names of a catalog and there is not. A schema lets any slug through, as catalogs grow; what there is now is state. */
import { rowOf } from '../engine/objects.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { BodyRow } from '../tables/operation-row.ts'
import { getValueAt } from './union-findings.ts'
import type { Finding } from './validators.ts'

/** As a schema would say it that lists what there is. */
export function findMissing({ catalogs }: BodyRow, body: unknown, ctx: () => AccountContext): readonly Finding[] {
  if (!catalogs) return []
  return Object.entries(catalogs).flatMap(([place, kind]) => {
    // Most are fields of the body itself, and name what there is.
    if (isName.test(place) && !isMissing(getValueAt(body, [place]), kind, ctx)) return []
    return listSteps(body, place.split('.'))
      .filter((steps) => isMissing(getValueAt(body, steps), kind, ctx))
      .map((steps) => ({ instancePath: `/${steps.join('/')}`, keyword: 'enum', params: { allowedValues: listSlugs(ctx(), kind) } }))
  })
}

const isName = /^\w+$/

/** What is no text is a fault of another kind, and an empty one is as good as left out wherever a schema lets it through. */
function isMissing(slug: unknown, kind: string, ctx: () => AccountContext): boolean {
  return typeof slug === 'string' && slug !== '' && ctx().store.get({ kind, id: slug })?.text === undefined
}

function listSlugs({ engine }: AccountContext, kind: string): string[] {
  const field = rowOf(kind).id?.field ?? ''
  return engine.anyKind
    .all({ kind })
    .map((value) => String(value[field]))
    .toSorted()
}

/** The places that a `*` stands for. */
function listSteps(body: unknown, [step, ...rest]: readonly string[]): string[][] {
  if (step === undefined) return [[]]
  const steps = step === '*' ? Object.keys(Array.isArray(body) ? body : []) : [step]
  return steps.flatMap((each) => listSteps(getValueAt(body, [each]), rest).map((more) => [each, ...more]))
}

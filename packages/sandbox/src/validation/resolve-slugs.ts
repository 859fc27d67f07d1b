/** Resolves the catalog slugs in a body. Schemas accept any slug, because catalogs are part of the state. */
import { rowOf } from '../engine/objects.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { BodyRow } from '../tables/operation-row.ts'
import { getValueAt } from './union-findings.ts'
import type { Finding } from './validators.ts'

/**
 * Returns findings for unknown slugs, like those of a schema that lists all slugs. Replaces in the body slugs that are written in another
 * case, and data centers that stand for a region of apps.
 */
export function resolveSlugs({ catalogs }: BodyRow, body: unknown, ctx: () => AccountContext): readonly Finding[] {
  if (!catalogs) return []
  return Object.entries(catalogs).flatMap(([path, kind]) => {
    // Fast path: most are top-level fields with a valid slug.
    if (isName.test(path) && !isMissing(getValueAt(body, [path]), kind, ctx)) return []
    return listSteps(body, path.split('.'))
      .filter((steps) => isMissing(getValueAt(body, steps), kind, ctx) && !replaceSlug(body, steps, kind, ctx()))
      .map((steps) => ({ instancePath: `/${steps.join('/')}`, keyword: 'enum', params: { allowedValues: listSlugs(ctx(), kind) } }))
  })
}

const isName = /^\w+$/

/** Returns true for an unknown slug. The schema reports other types, and an empty string counts as omitted. */
function isMissing(slug: unknown, kind: string, ctx: () => AccountContext): boolean {
  return typeof slug === 'string' && slug !== '' && ctx().store.get({ kind, id: slug })?.text === undefined
}

/** Replaces a slug by that of the catalog object that it stands for. @returns false if there is none */
function replaceSlug(body: unknown, steps: readonly string[], kind: string, ctx: AccountContext): boolean {
  const name = String(getValueAt(body, steps)).toLowerCase()
  const field = rowOf(kind).id?.field ?? ''
  const found = ctx.engine.untyped
    .list({ kind })
    .find(({ [field]: slug, data_centers: centers }) => slug === name || (Array.isArray(centers) && centers.includes(name)))
  const parent = getValueAt(body, steps.slice(0, -1))
  return found !== undefined && typeof parent === 'object' && parent !== null && Reflect.set(parent, steps.at(-1) ?? '', found[field])
}

function listSlugs({ engine }: AccountContext, kind: string): string[] {
  const field = rowOf(kind).id?.field ?? ''
  return engine.untyped
    .list({ kind })
    .map((value) => String(value[field]))
    .toSorted()
}

/** Lists the paths that a pattern with `*` matches. */
function listSteps(body: unknown, [step, ...rest]: readonly string[]): string[][] {
  if (step === undefined) return [[]]
  const steps = step === '*' ? Object.keys(Array.isArray(body) ? body : []) : [step]
  return steps.flatMap((each) => listSteps(getValueAt(body, [each]), rest).map((more) => [each, ...more]))
}

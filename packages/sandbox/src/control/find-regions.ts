/** Regions in the body and the query of a request, and the region of the object in its path. */
import type { UntypedCall } from '../engine/request.ts'
import { isRecord } from '../engine/values.ts'
import type { AccountContext } from '../engine/account-context.ts'

export function findRegions({ body, query, operation, path }: UntypedCall, ctx: () => AccountContext): readonly string[] {
  const [boundResource] = operation.pathResources ?? []
  const text = boundResource && ctx().store.get({ kind: boundResource[1], id: String(path[boundResource[0]]) })?.text
  return [body, query, text === undefined ? undefined : (JSON.parse(text) as unknown)].flatMap(listRegions)
}

function listRegions(value: unknown): string[] {
  if (!isRecord(value)) return []
  const { region, regions, region_slug: slug } = value
  return [region, slug, regions].flat().flatMap((each: unknown) => {
    if (typeof each === 'string') return [each]
    return isRecord(each) && typeof each['slug'] === 'string' ? [each['slug']] : []
  })
}

/** Links to the pages of objects. */
import type { Change } from '../../src/generated/controls.ts'
import { formatUrl } from '../shell/router.ts'

type ObjectReference = Change['object']

export function ObjectLink({ object, name }: { readonly object: ObjectReference; readonly name?: string | null | undefined }) {
  return <a href={formatObjectUrl(object)}>{name ?? nameObject(object)}</a>
}

export function nameObject({ kind, id }: Pick<ObjectReference, 'kind' | 'id'>): string {
  return `${kind} ${id}`
}

/** URL of an object page. The parent path alternates kinds and ids, for example `Domain/harbor.example/`. */
export function formatObjectUrl({ parent, kind, id }: Pick<ObjectReference, 'parent' | 'kind' | 'id'>): string {
  const above = parent.split('/').slice(0, -1).map(decodeURIComponent)
  return formatUrl(['resources', ...above, kind, id])
}

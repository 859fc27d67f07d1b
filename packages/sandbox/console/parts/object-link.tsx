/** Links to the pages of objects. */
import type { Change } from '../../src/generated/controls.ts'
import { formatUrl } from '../shell/router.ts'

type ObjectReference = Change['object']

export function ObjectLink({ object, name }: { readonly object: ObjectReference; readonly name?: string | null | undefined }) {
  return <a href={formatObjectUrl(object)}>{name ?? nameObject(object)}</a>
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Kind and id of an object without a name; of a UUID only the beginning. */
export function nameObject({ kind, id }: Pick<ObjectReference, 'kind' | 'id'>): string {
  return `${kind} ${uuid.test(id) ? id.slice(0, 8) : id}`
}

/** URL of an object page. The parent path alternates kinds and ids, for example `Domain/harbor.example/`. */
export function formatObjectUrl({ parent, kind, id }: Pick<ObjectReference, 'parent' | 'kind' | 'id'>): string {
  const above = parent.split('/').slice(0, -1).map(decodeURIComponent)
  return formatUrl(['resources', ...above, kind, id])
}

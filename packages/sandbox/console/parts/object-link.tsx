/** An object by its kind and id, or by its name, and the way to its page; what lives under others is found below them. */
import type { Change } from '../../src/generated/controls.ts'
import { addressOf } from '../shell/router.ts'

type Reference = Change['object']

export function ObjectLink({ object, name }: { readonly object: Reference; readonly name?: string | null | undefined }) {
  return <a href={addressOfObject(object)}>{name ?? nameObject(object)}</a>
}

export function nameObject({ kind, id }: Pick<Reference, 'kind' | 'id'>): string {
  return `${kind} ${id}`
}

/** The controls write a parent as kinds and ids in turn, `Domain/harbor.example/`. */
export function addressOfObject({ parent, kind, id }: Pick<Reference, 'parent' | 'kind' | 'id'>): string {
  const above = parent.split('/').slice(0, -1).map(decodeURIComponent)
  return addressOf(['resources', ...above, kind, id])
}

import { keyOf } from '../../engine/kinds.ts'
import { withoutTag } from '../../engine/values.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { childPath } from '../../store/store.ts'

/** Removes a deleted tag from all replicas; the tag hooks only handle objects without a parent. */
export function untagReplicas({ engine }: AccountContext, gone: string): void {
  for (const { id: cluster } of engine.list('DatabaseCluster')) {
    const parent = childPath(keyOf('DatabaseCluster', cluster))
    for (const { name: id, tags } of engine.list('DatabaseReplica', { parent })) {
      const left = withoutTag(tags, gone)
      if (left) engine.setFields('DatabaseReplica', { parent, id }, { tags: left })
    }
  }
}

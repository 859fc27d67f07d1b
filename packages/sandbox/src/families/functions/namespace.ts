import type { Call } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'

/** The namespace of the path. @throws Failure 404 */
export function openNamespace({ path }: Call, { engine }: World): Key {
  const key: Key = { kind: 'FunctionsNamespace', id: String(path['namespace_id']) }
  if (!engine.find(key)) throw notFound()
  return key
}

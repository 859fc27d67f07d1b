import { genaiModels } from '../../catalog/genai-models.ts'
import type { Behavior } from '../../engine/call.ts'
import type { FamilyBehavior } from '../family.ts'
import { forModels } from '../../shared/for-models.ts'

const list: Behavior<'models_list'> = () => {
  const usable = genaiModels.filter(({ lifecycle }) => lifecycle !== 'retired')
  return {
    object: 'list',
    data: usable.map(({ id, released, ownedBy }) => ({ id, object: 'model', created: released, owned_by: ownedBy })),
  }
}

export const models: FamilyBehavior = { behaviors: { models_list: forModels(list) } }

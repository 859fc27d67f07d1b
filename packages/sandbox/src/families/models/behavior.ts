import { genaiModels } from '../../catalogue/genai-models.ts'
import type { FamilyBehavior } from '../family.ts'
import { forModels } from '../../shared/for-models.ts'

export const models: FamilyBehavior = {
  operations: {
    models_list: forModels(() => {
      const usable = genaiModels.filter(({ lifecycle }) => lifecycle !== 'retired')
      const data = usable.map(({ id, released, ownedBy }) => ({ id, object: 'model', created: released, owned_by: ownedBy }))
      return { body: JSON.stringify({ object: 'list', data }) }
    }),
  },
}

import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { describeModel, maxModels } from './handlers.ts'

const customModel: ResourceHooks<'CustomModel'> = {
  serialize: (model, _key, ctx) => describeModel(ctx, model),
  where: (usual) => usual.filter(({ equals }) => equals !== 'STATUS_UNSPECIFIED'),
  besideAll: { customModels_list: () => ({ max_threshold: maxModels }) },
}

export const hooks: HooksByKind = { CustomModel: customModel }

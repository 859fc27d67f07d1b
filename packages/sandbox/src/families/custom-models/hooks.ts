import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { describeModel, maxModels } from './models.ts'

const customModel: ResourceHooks<'CustomModel'> = {
  serialize: (model, _key, ctx) => describeModel(ctx, model),
  listQuery: (_call, _ctx, { filters }) => ({ where: filters.filter(({ equals }) => equals !== 'STATUS_UNSPECIFIED') }),
  envelope: { customModels_list: () => ({ max_threshold: maxModels }) },
}

export const hooks: HooksByKind = { CustomModel: customModel }

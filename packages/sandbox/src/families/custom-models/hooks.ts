import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { describeModel, maxModels } from './models.ts'

const customModel: ResourceHooks<'CustomModel'> = {
  operations: {
    customModels_updateMetadata: ({ body }) => {
      const { name, description, license, parameters, input_modalities, output_modalities, tags } = body
      const fields = { name, description, license, input_modalities, output_modalities }
      return {
        fields: {
          ...fields,
          ...(parameters !== undefined && { parameters: String(parameters) }),
          ...(tags && { tags: { tags: tags.tags ?? [] } }),
        },
      }
    },
  },
  serialize: (model, _key, ctx) => describeModel(ctx, model),
  listQuery: (_call, _ctx, { filters }) => ({ where: filters.filter(({ equals }) => equals !== 'STATUS_UNSPECIFIED') }),
  envelope: { customModels_list: () => ({ max_threshold: maxModels }) },
}

export const hooks: HooksByKind = { CustomModel: customModel }

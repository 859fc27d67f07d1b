import { unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import type { Call } from '../../engine/call.ts'
import { requireRegion } from '../../shared/require-region.ts'
import { requireProjectId } from '../../shared/project-urns.ts'
import { type Config, checkSize, activate } from './database-state.ts'

const usualConfig: Config = { default_quantization: 'none', enable_auto_schema: true, weaviate_version: '1.32.4' }

const database: ResourceHooks<'VectorDatabase'> = {
  envelope: { vectorDatabases_list: ({ total }) => ({ total }) },
  parseCreate: ({ body }: Call<'vectorDatabases_create'>, ctx) => {
    const { name, region, size, tags, project_id } = body
    requireRegion(ctx, region)
    checkSize(size)
    const project = requireProjectId(ctx, project_id)
    return {
      fields: {
        name,
        region,
        size,
        tags: tags ?? [],
        project_id: project,
        owner_uuid: ctx.owner.team.uuid,
        config: usualConfig,
        endpoints: { http: '', grpc: '' },
      },
      hidden: { token: ctx.ids.hex(40), restores: {} },
    }
  },
  operations: {
    vectorDatabases_updateTags: ({ path, body }) => {
      if (body.id && body.id !== path.id) throw unprocessable('id: is not the one of the path.')
      return { fields: { tags: body.tags ?? [] } }
    },
  },
  onEnter: { active: activate },
}

export const hooks: HooksByKind = { VectorDatabase: database }

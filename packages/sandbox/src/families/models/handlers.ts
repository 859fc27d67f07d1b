import { type GenaiModelEntry, genaiModels } from '../../catalog/genai-models.ts'
import type { Handler } from '../../engine/call.ts'
import { Failure } from '../../engine/failure.ts'
import { withModelAccess } from '../../shared/model-access.ts'
import type { Handlers } from '../family.ts'

const usable = genaiModels.filter(({ lifecycle }) => lifecycle !== 'retired')

const describe = ({ id, released, ownedBy }: GenaiModelEntry) => ({ id, object: 'model', created: released, owned_by: ownedBy }) as const

const list: Handler<'models_list'> = () => ({ object: 'list', data: usable.map(describe) })

const get: Handler<'models_get'> = ({ path: { model_id: id } }) => {
  const model = usable.find((each) => each.id === id)
  if (!model) throw new Failure(404, `Model "${id}" not found. GET /v1/models lists them.`)
  return describe(model)
}

export const handlers = { models_list: withModelAccess(list), models_get: withModelAccess(get) } satisfies Handlers

import { findModelById, findModelByUuid, genaiModels as catalogue } from '../../catalogue/genai-models.ts'
import { genaiRegions } from '../../catalogue/genai-regions.ts'
import type { Behavior } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import type { FamilyBehavior } from '../family.ts'
import { describeCard, describeEntry } from './describe-card.ts'
import { describeImportedModel, describeListedModel } from './describe-model.ts'

const imported = 'MODEL_USECASE_FINETUNED'

const list: Behavior = (call, { engine }) => {
  const asked = ((call.query['usecases'] ?? []) as readonly string[]).filter((use) => use !== 'MODEL_USECASE_UNKNOWN')
  const fits = (uses: readonly string[]) => asked.length === 0 || uses.some((use) => asked.includes(use))
  const own =
    call.query['public_only'] === true || !fits([imported])
      ? []
      : engine.all({ kind: 'CustomModel', where: [{ field: 'status', equals: 'STATUS_READY' }] }).map(describeImportedModel)
  const models = [...catalogue.filter(({ uses }) => fits(uses)).map(describeListedModel), ...own]
  return replyValues(
    call,
    'models',
    models.toSorted((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1)),
  )
}

/** `limit` is what the page's size was called first. */
const listCatalog: Behavior = (call) => {
  const size = call.query['per_page'] ?? call.query['limit']
  const query = { ...call.query, ...(size !== undefined && { per_page: size }) }
  return replyValues({ ...call, query }, 'data', catalogue.map(describeEntry))
}

const getCard: Behavior = (call) => {
  const model = findModelByUuid(call.path['id'])
  const named = call.query['model_id']
  if (!model || (named !== undefined && findModelById(named) !== model)) throw notFound()
  return { body: JSON.stringify({ data: describeCard(model, call.origin) }) }
}

const listRegions: Behavior = ({ query, origin }) => {
  const regions = genaiRegions
    .filter((region) =>
      (['serves_inference', 'serves_batch'] as const).every((name) => query[name] === undefined || query[name] === region[name]),
    )
    .map((region) => ({
      ...region,
      inference_url: region.serves_inference ? origin : '',
      stream_inference_url: region.serves_inference ? origin : '',
    }))
  return { body: JSON.stringify({ regions }) }
}

export const genaiModels: FamilyBehavior = {
  operations: {
    genaiModels_list: list,
    genaiModels_list_catalog: listCatalog,
    genaiModels_get_catalog_card: getCard,
    genaiModels_list_regions: listRegions,
  },
}

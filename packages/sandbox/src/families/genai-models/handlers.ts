import { findModelById, findModelByUuid, genaiModels as catalog } from '../../catalog/genai-models.ts'
import { genaiRegions } from '../../catalog/genai-regions.ts'
import type { Handler } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import { describeCard, describeEntry } from './model-card.ts'
import { describeImportedModel, describeListedModel } from './model-description.ts'
import type { Handlers } from '../family.ts'

const imported = 'MODEL_USECASE_FINETUNED'

const list: Handler<'genaiModels_list'> = (call, { engine }) => {
  const useCases: readonly string[] = (call.query.usecases ?? []).filter((use) => use !== 'MODEL_USECASE_UNKNOWN')
  const fits = (uses: readonly string[]) => useCases.length === 0 || uses.some((use) => useCases.includes(use))
  const own =
    call.query.public_only === true || !fits([imported])
      ? []
      : engine.list('CustomModel', { where: [{ field: 'status', equals: 'STATUS_READY' }] }).map(describeImportedModel)
  const models = [...catalog.filter(({ uses }) => fits(uses)).map(describeListedModel), ...own]
  return answerValues(
    call,
    'models',
    models.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  )
}

/** `limit` is the former name of the page size. */
const listCatalog: Handler<'genaiModels_catalog_list'> = (call) => {
  const size = call.query.per_page ?? call.query.limit
  const query = { ...call.query, ...(size !== undefined && { per_page: size }) }
  return answerValues({ ...call, query }, 'data', catalog, describeEntry)
}

const getCard: Handler<'genaiModels_catalog_get'> = ({ path, query: { model_id: modelId }, origin }) => {
  const model = findModelByUuid(path.id)
  if (!model || (modelId !== undefined && findModelById(modelId) !== model)) throw notFound()
  return { data: describeCard(model, origin) }
}

const listRegions: Handler<'genaiModels_regions_list'> = ({ query, origin }) => {
  const offered = genaiRegions.filter((region) =>
    (['serves_inference', 'serves_batch'] as const).every((name) => query[name] === undefined || query[name] === region[name]),
  )
  const addressOf = (servesInference: boolean) => (servesInference ? origin : '')
  return {
    regions: offered.map((region) => ({
      ...region,
      inference_url: addressOf(region.serves_inference),
      stream_inference_url: addressOf(region.serves_inference),
    })),
  }
}

export const handlers = {
  genaiModels_list: list,
  genaiModels_catalog_list: listCatalog,
  genaiModels_catalog_get: getCard,
  genaiModels_regions_list: listRegions,
} satisfies Handlers

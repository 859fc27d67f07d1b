/** Cards of the model catalog, for lists and details. */
import type { GenaiModelEntry } from '../../catalog/genai-models.ts'
import type { DeepReadonly } from '../../engine/kinds.ts'
import type { Kinds, Operations } from '../../generated/types.ts'

type Card = DeepReadonly<Kinds['GenaiModelCatalogCard']>
type Variant = Card['pricing_detail']['variants'][number]
type Entry = DeepReadonly<Operations['genaiModels_catalog_list']['reply']['data'][number]>

export function describeEntry(model: GenaiModelEntry): Entry {
  return { ...describeCommon(model), scaled_pricing_enabled: false, created_at: model.added }
}

/** @param origin URL of the inference API, so that the snippets can be run unchanged */
export function describeCard(model: GenaiModelEntry, origin: string): Card {
  return {
    ...describeCommon(model),
    description: `${model.description}.`,
    modalities: { input: model.input, output: model.output },
    pricing_detail: { variants: listVariants(model) },
    code_snippets: formatSnippets(model, origin),
  }
}

function describeCommon(model: GenaiModelEntry): Omit<Entry, 'scaled_pricing_enabled' | 'created_at'> {
  return {
    id: model.uuid,
    model_id: model.id,
    name: model.name,
    type: model.type,
    creator: model.creator,
    provider: model.provider,
    short_description: model.short,
    availability: model.availability,
    badges: model.badges ?? [],
    capabilities: model.capabilities,
    context_window: String(model.contextWindow),
    ...(model.maxOutputTokens !== undefined && { max_output_tokens: String(model.maxOutputTokens) }),
    ...(model.parameterCount !== undefined && { parameter_count: model.parameterCount }),
    ...(model.hub !== undefined && { hugging_face_id: model.hub }),
    pricing: model.prices,
  }
}

function listVariants({ prices, availability, provider }: GenaiModelEntry): Card['pricing_detail']['variants'] {
  const interactive = { currency: 'USD', mode: 'MODEL_BILLING_MODE_INTERACTIVE', tier: 'MODEL_PRICING_TIER_STANDARD' } as const
  const variants: Variant[] = [{ label: 'Standard', ...interactive, prices }]
  if (availability.includes('batch'))
    variants.push({ ...interactive, label: 'Batch', mode: 'MODEL_BILLING_MODE_BATCH', prices: halve(prices) })
  // With a key of the customer, the provider bills the use.
  if (provider !== 'MODEL_PROVIDER_DIGITALOCEAN' && availability.includes('agents')) {
    const free = { input_price_per_million: 0, output_price_per_million: 0 }
    variants.push({ ...interactive, label: 'Your own key', tier: 'MODEL_PRICING_TIER_BYOK', prices: free })
  }
  return variants
}

function halve(prices: Card['pricing']): Card['pricing'] {
  return Object.fromEntries(Object.entries(prices).map(([name, price = 0]) => [name, price / 2]))
}

function formatSnippets({ id, endpoints }: GenaiModelEntry, origin: string): Card['code_snippets'] {
  const path = endpoints[0]?.endpoint
  const bodies: Readonly<Record<string, object>> = {
    '/v1/chat/completions': { model: id, messages: [{ role: 'user', content: 'Hello!' }] },
    '/v1/embeddings': { model: id, input: 'Hello!' },
    '/v1/images/generations': { model: id, prompt: 'A lighthouse at dusk' },
    '/v1/async-invoke': { model_id: id, input: { prompt: 'A lighthouse at dusk' } },
  }
  if (path === undefined) return { curl: '', python: '', javascript: '', sdk: '' }
  const body = JSON.stringify(bodies[path] ?? { model: id })
  const isChat = path === '/v1/chat/completions'
  return {
    curl: `curl ${origin}${path} -H "Authorization: Bearer $MODEL_ACCESS_KEY" -H "Content-Type: application/json" -d '${body}'`,
    python: isChat ? `client.chat.completions.create(model="${id}", messages=[{"role": "user", "content": "Hello!"}])` : '',
    javascript: isChat ? `await client.chat.completions.create(${body})` : '',
    sdk: isChat ? `cloud.chat.create(${body})` : '',
  }
}

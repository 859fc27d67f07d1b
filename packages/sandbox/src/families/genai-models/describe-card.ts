/** The cards of the model catalogue, in the list and in full. */
import type { GenaiModelEntry } from '../../catalogue/genai-models.ts'
import type { Value } from '../../engine/values.ts'

export function describeEntry(model: GenaiModelEntry): Value {
  return { ...describeCommon(model), scaled_pricing_enabled: false, created_at: model.added }
}

/** `origin` is where inference answers, so that the snippets work as they stand. */
export function describeCard(model: GenaiModelEntry, origin: string): Value {
  return {
    ...describeCommon(model),
    description: `${model.description}.`,
    modalities: { input: model.input, output: model.output },
    pricing_detail: { variants: listVariants(model) },
    code_snippets: writeSnippets(model, origin),
  }
}

function describeCommon(model: GenaiModelEntry): Value {
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

function listVariants({ prices, availability, provider }: GenaiModelEntry): Value[] {
  const usual = { currency: 'USD', tier: 'MODEL_PRICING_TIER_STANDARD' }
  const own = provider !== 'MODEL_PROVIDER_DIGITALOCEAN' && availability.includes('agents')
  return [
    { label: 'Standard', mode: 'MODEL_BILLING_MODE_INTERACTIVE', ...usual, prices },
    ...(availability.includes('batch') ? [{ label: 'Batch', mode: 'MODEL_BILLING_MODE_BATCH', ...usual, prices: halve(prices) }] : []),
    // With a key of the customer's own the provider bills, and the platform does not.
    ...(own
      ? [
          {
            label: 'Your own key',
            currency: 'USD',
            mode: 'MODEL_BILLING_MODE_INTERACTIVE',
            tier: 'MODEL_PRICING_TIER_BYOK',
            prices: { input_price_per_million: 0, output_price_per_million: 0 },
          },
        ]
      : []),
  ]
}

function halve(prices: Readonly<Record<string, number>>): Value {
  return Object.fromEntries(Object.entries(prices).map(([name, price]) => [name, price / 2]))
}

function writeSnippets({ id, endpoints }: GenaiModelEntry, origin: string): Value {
  const path = endpoints[0]?.endpoint
  const bodies: Readonly<Record<string, Value>> = {
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

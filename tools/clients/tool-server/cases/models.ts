import type { Family } from '../tool-case.ts'

const policies = JSON.stringify([{ task_slug: 'summarization', models: ['llama3.1-8b-instruct'], selection_policy: { prefer: 'fastest' } }])
const gpu = { AcceleratorSlug: 'gpu-h100x1-80gb', Scale: 1, Type: 'prefill_decode' }
const mistral = { ModelSlug: 'mistral/mistral-7b-instruct-v3', ModelProvider: 'hugging_face', Accelerators: [gpu] }

export const models: Family = {
  name: 'models',
  steps: [
    { tool: 'inference-model-catalog-search', with: { SearchQuery: 'llama' }, keep: { model: 'model_uuids.0' } },
    { tool: 'inference-model-catalog-get-card', with: { ModelUUID: '{model}' } },
    { tool: 'genai-models-unified-search', with: { query: 'llama' } },
    { tool: 'genai-models-unified-search' },
    { tool: 'genai-inference-router-task-presets' },
    {
      tool: 'genai-inference-router-create',
      with: { Name: 'shop', FallbackModels: ['llama3.3-70b-instruct'], PoliciesJson: policies },
      keep: { router: 'model_router.uuid' },
    },
    { tool: 'genai-inference-router-get', with: { UUID: '{router}' }, shows: { 'model_router.name': 'shop' } },
    { tool: 'genai-inference-router-list', shows: { 'model_routers.#': 1 } },
    {
      tool: 'genai-inference-router-update',
      with: { UUID: '{router}', Description: 'small first' },
      shows: { 'model_router.description': 'small first' },
    },
    { tool: 'genai-inference-router-delete', with: { UUID: '{router}' } },
    { tool: 'genai-inference-router-get', with: { UUID: '{router}' }, refused: '404' },
    {
      tool: 'genai-custom-models-import',
      with: {
        name: 'own-llama',
        source_type: 'SOURCE_TYPE_HUGGINGFACE',
        accept_terms_and_conditions: true,
        preferred_gpu_region: 'nyc2',
        description: 'ours',
        tags: { tags: ['own'] },
        source_ref: { repo_id: 'tidewater/own-llama', commit_sha: 'a'.repeat(40), access_type: 'ACCESS_TYPE_PUBLIC' },
      },
    },
    { ask: 'GET /v2/gen-ai/custom_models', keep: { custom: 'models.0.uuid' } },
    { tool: 'genai-custom-models-list' },
    { tool: 'genai-custom-models-list', after: 3600, with: { status: 'STATUS_READY', page: 1, per_page: 10 } },
    { tool: 'genai-custom-models-get', with: { uuid: '{custom}' }, shows: { name: 'own-llama', status: 'STATUS_READY' } },
    {
      tool: 'genai-custom-models-update-metadata',
      with: {
        uuid: '{custom}',
        description: 'better',
        license: 'apache-2.0',
        parameters: '8000000000',
        input_modalities: ['text'],
        tags: { tags: ['new'] },
      },
      shows: { description: 'better' },
    },
    { tool: 'genai-custom-models-delete', with: { uuid: '{custom}', confirm_deletion: true } },
    { tool: 'vpc-create', with: { Name: 'models-nyc2', Region: 'nyc2' }, keep: { vpc: 'id' } },
    {
      tool: 'dedicated-inference-create',
      with: { Name: 'books', Region: 'nyc2', EnablePublicEndpoint: true, VPCUUID: '{vpc}', ModelDeployments: [mistral] },
      keep: { dedicated: 'dedicated_inference.id' },
    },
    { tool: 'dedicated-inference-get', after: 600, with: { DedicatedInferenceID: '{dedicated}' }, shows: { status: 'active' } },
    { tool: 'dedicated-inference-list', with: { Region: 'nyc2', Page: 1, PerPage: 10 }, shows: { 'items.#': 1 } },
    {
      tool: 'dedicated-inference-update',
      with: {
        DedicatedInferenceID: '{dedicated}',
        Name: 'books',
        Region: 'nyc2',
        EnablePublicEndpoint: false,
        VPCUUID: '{vpc}',
        ModelDeployments: [mistral],
      },
    },
    { tool: 'dedicated-inference-delete', after: 600, with: { DedicatedInferenceID: '{dedicated}' } },
    { tool: 'dedicated-inference-get', after: 600, with: { DedicatedInferenceID: '{dedicated}' }, refused: '404' },
  ],
}

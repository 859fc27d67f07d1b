import type { Family } from '../tool-case.ts'

const policies = JSON.stringify([{ task_slug: 'summarization', models: ['llama3.1-8b-instruct'], selection_policy: { prefer: 'fastest' } }])
const gpu = { AcceleratorSlug: 'gpu-h100x1-80gb', Scale: 1, Type: 'prefill_decode' }
const mistral = { ModelSlug: 'mistral/mistral-7b-instruct-v3', ModelProvider: 'hugging_face', Accelerators: [gpu] }

export const models: Family = {
  name: 'models',
  steps: [
    { tool: 'inference-model-catalog-search', input: { SearchQuery: 'llama' }, save: { model: 'model_uuids.0' } },
    { tool: 'inference-model-catalog-get-card', input: { ModelUUID: '{model}' } },
    { tool: 'genai-models-unified-search', input: { query: 'llama' } },
    { tool: 'genai-models-unified-search' },
    { tool: 'genai-inference-router-task-presets' },
    {
      tool: 'genai-inference-router-create',
      input: { Name: 'shop', FallbackModels: ['llama3.3-70b-instruct'], PoliciesJson: policies },
      save: { router: 'model_router.uuid' },
    },
    { tool: 'genai-inference-router-get', input: { UUID: '{router}' }, expected: { 'model_router.name': 'shop' } },
    { tool: 'genai-inference-router-list', expected: { 'model_routers.#': 1 } },
    {
      tool: 'genai-inference-router-update',
      input: { UUID: '{router}', Description: 'small first' },
      expected: { 'model_router.description': 'small first' },
    },
    { tool: 'genai-inference-router-delete', input: { UUID: '{router}' } },
    { tool: 'genai-inference-router-get', input: { UUID: '{router}' }, expectedError: '404' },
    {
      tool: 'genai-custom-models-import',
      input: {
        name: 'own-llama',
        source_type: 'SOURCE_TYPE_HUGGINGFACE',
        accept_terms_and_conditions: true,
        preferred_gpu_region: 'nyc2',
        description: 'ours',
        tags: { tags: ['own'] },
        source_ref: { repo_id: 'tidewater/own-llama', commit_sha: 'a'.repeat(40), access_type: 'ACCESS_TYPE_PUBLIC' },
      },
    },
    { request: 'GET /v2/gen-ai/custom_models', save: { custom: 'models.0.uuid' } },
    { tool: 'genai-custom-models-list' },
    { tool: 'genai-custom-models-list', advanceSeconds: 3600, input: { status: 'STATUS_READY', page: 1, per_page: 10 } },
    { tool: 'genai-custom-models-get', input: { uuid: '{custom}' }, expected: { name: 'own-llama', status: 'STATUS_READY' } },
    {
      tool: 'genai-custom-models-update-metadata',
      input: {
        uuid: '{custom}',
        description: 'better',
        license: 'apache-2.0',
        parameters: '8000000000',
        input_modalities: ['text'],
        tags: { tags: ['new'] },
      },
      expected: { description: 'better' },
    },
    { tool: 'genai-custom-models-delete', input: { uuid: '{custom}', confirm_deletion: true } },
    { tool: 'vpc-create', input: { Name: 'models-nyc2', Region: 'nyc2' }, save: { vpc: 'id' } },
    {
      tool: 'dedicated-inference-create',
      input: { Name: 'books', Region: 'nyc2', EnablePublicEndpoint: true, VPCUUID: '{vpc}', ModelDeployments: [mistral] },
      save: { dedicated: 'dedicated_inference.id' },
    },
    {
      tool: 'dedicated-inference-get',
      advanceSeconds: 600,
      input: { DedicatedInferenceID: '{dedicated}' },
      expected: { status: 'active' },
    },
    { tool: 'dedicated-inference-list', input: { Region: 'nyc2', Page: 1, PerPage: 10 }, expected: { 'items.#': 1 } },
    {
      tool: 'dedicated-inference-update',
      input: {
        DedicatedInferenceID: '{dedicated}',
        Name: 'books',
        Region: 'nyc2',
        EnablePublicEndpoint: false,
        VPCUUID: '{vpc}',
        ModelDeployments: [mistral],
      },
    },
    { tool: 'dedicated-inference-delete', advanceSeconds: 600, input: { DedicatedInferenceID: '{dedicated}' } },
    { tool: 'dedicated-inference-get', advanceSeconds: 600, input: { DedicatedInferenceID: '{dedicated}' }, expectedError: '404' },
  ],
}

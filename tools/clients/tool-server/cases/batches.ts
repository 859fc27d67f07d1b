import type { Family } from '../tool-case.ts'

const line = (id: string, content: string) =>
  JSON.stringify({
    custom_id: id,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'llama3.3-70b-instruct', messages: [{ role: 'user', content }] },
  })
const input = `${line('one', 'A blurb for a novel about a ferry')}\n${line('two', 'And one about a lighthouse')}\n`
const job = { Provider: 'openai', CompletionWindow: '24h', Endpoint: '/v1/chat/completions' }

export const batches: Family = {
  name: 'batches',
  host: 'inference',
  steps: [
    { tool: 'genai-batch-inference-create-file', input: { FileName: 'blurbs.jsonl' }, save: { file: 'file_id', url: 'upload_url' } },
    { tool: 'genai-batch-inference-upload-file', input: { UploadURL: '{url}', Content: input } },
    { tool: 'genai-batch-inference-create', input: { ...job, FileID: '{file}', RequestID: 'first' }, save: { batch: 'batch_id' } },
    { tool: 'genai-batch-inference-get-results', input: { BatchID: '{batch}' }, expectedError: '4' },
    { tool: 'genai-batch-inference-get', advanceSeconds: 3600, input: { BatchID: '{batch}' }, expected: { status: 'completed' } },
    { tool: 'genai-batch-inference-get-results', input: { BatchID: '{batch}' }, save: { results: 'download.presigned_url' } },
    { request: 'GET {results}' },
    {
      tool: 'genai-batch-inference-list',
      input: { Limit: 10, Status: 'completed' },
      expected: { 'edges.#': 1, 'edges.0.node.batch_id': '{batch}' },
    },
    { tool: 'genai-batch-inference-create-file', input: { FileName: 'more.jsonl' }, save: { more: 'file_id', place: 'upload_url' } },
    { tool: 'genai-batch-inference-upload-file', input: { UploadURL: '{place}', Content: input } },
    { tool: 'genai-batch-inference-create', input: { ...job, FileID: '{more}', RequestID: 'second' }, save: { second: 'batch_id' } },
    { tool: 'genai-batch-inference-cancel', input: { BatchID: '{second}' } },
  ],
}

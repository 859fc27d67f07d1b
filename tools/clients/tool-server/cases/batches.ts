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
    { tool: 'genai-batch-inference-create-file', with: { FileName: 'blurbs.jsonl' }, keep: { file: 'file_id', url: 'upload_url' } },
    { tool: 'genai-batch-inference-upload-file', with: { UploadURL: '{url}', Content: input } },
    { tool: 'genai-batch-inference-create', with: { ...job, FileID: '{file}', RequestID: 'first' }, keep: { batch: 'batch_id' } },
    { tool: 'genai-batch-inference-get-results', with: { BatchID: '{batch}' }, refused: '4' },
    { tool: 'genai-batch-inference-get', after: 3600, with: { BatchID: '{batch}' }, shows: { status: 'completed' } },
    { tool: 'genai-batch-inference-get-results', with: { BatchID: '{batch}' }, keep: { results: 'download.presigned_url' } },
    { ask: 'GET {results}' },
    {
      tool: 'genai-batch-inference-list',
      with: { Limit: 10, Status: 'completed' },
      shows: { 'edges.#': 1, 'edges.0.node.batch_id': '{batch}' },
    },
    { tool: 'genai-batch-inference-create-file', with: { FileName: 'more.jsonl' }, keep: { more: 'file_id', place: 'upload_url' } },
    { tool: 'genai-batch-inference-upload-file', with: { UploadURL: '{place}', Content: input } },
    { tool: 'genai-batch-inference-create', with: { ...job, FileID: '{more}', RequestID: 'second' }, keep: { second: 'batch_id' } },
    { tool: 'genai-batch-inference-cancel', with: { BatchID: '{second}' } },
  ],
}

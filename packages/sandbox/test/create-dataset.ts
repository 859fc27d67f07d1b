/** Evaluation datasets for tests: uploaded like a client does, then created. */
import { expect } from 'vitest'
import type { TestSandbox } from './create-test-sandbox.ts'

export const questions = [
  'query,expected_response',
  'How long may I take to return a book?,30 days',
  '"Do you sell maps, charts and globes?",Maps and charts only',
  'When do you open?,',
].join('\r\n')

/** Paths that create upload URLs. */
type Uploads = `/v2/gen-ai/${'evaluation_datasets' | 'model_evaluation/datasets' | 'scenario_sets'}/file_upload_presigned_urls`

export async function upload(
  sandbox: TestSandbox,
  text: string,
  path: Uploads = '/v2/gen-ai/evaluation_datasets/file_upload_presigned_urls',
) {
  const file = { file_name: 'help questions.csv', file_size: String(Buffer.byteLength(text)) } as const
  const { status, body } = await sandbox.post(path, { files: [file] })
  expect(status).toBe(200)
  const [{ object_key: key, presigned_url: url }] = body.uploads
  const sent = await sandbox.fetch(url, { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: text })
  expect(sent.status).toBe(200)
  return { original_file_name: file.file_name, stored_object_key: key, size_in_bytes: file.file_size }
}

export async function createDataset(
  sandbox: TestSandbox,
  name: string,
  { text = questions, type = 'NON_ADK' as 'NON_ADK' | 'ADK' | 'MODEL' } = {},
): Promise<string> {
  const file = await upload(sandbox, text)
  const request = { name, dataset_type: `EVALUATION_DATASET_TYPE_${type}`, file_upload_dataset: file } as const
  const { status, body } = await sandbox.post('/v2/gen-ai/evaluation_datasets', request)
  expect(status, body.message).toBe(200)
  return body.evaluation_dataset_uuid
}

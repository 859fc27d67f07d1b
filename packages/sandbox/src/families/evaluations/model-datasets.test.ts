import { describe, expect, it } from 'vitest'
import { createTestSandbox, type TestSandbox } from '../../../test/create-test-sandbox.ts'

const at = '/v2/gen-ai'

/** Sends sizes as numbers, as the tools of the platform do. */
async function createModelDataset(sandbox: TestSandbox, name: string, text: string) {
  const size = Buffer.byteLength(text)
  const asked = await sandbox.post(`${at}/model_evaluation/datasets/file_upload_presigned_urls`, {
    files: [{ file_name: name, file_size: size }],
  })
  const [{ object_key: key, presigned_url: url }] = asked.body.uploads
  await sandbox.fetch(url, { method: 'PUT', body: text })
  const file = { original_file_name: name, stored_object_key: key, size_in_bytes: size }
  return sandbox.post(`${at}/evaluation_datasets`, {
    name: 'prompts',
    dataset_type: 'EVALUATION_DATASET_TYPE_MODEL',
    file_upload_dataset: file,
  })
}

describe('evaluation datasets for models', () => {
  it.each([
    ['prompts.jsonl', '{"input": "A ferry", "ground_truth": "Busy"}\n\n{"input": {"text": "A lighthouse"}}\n', 2, true],
    ['prompts.csv', 'input\nA ferry\n', 1, false],
  ])('have their own columns, and their sizes may be numbers: %s', async (name, text, count, hasTruth) => {
    const sandbox = createTestSandbox()
    expect((await createModelDataset(sandbox, name, text)).status).toBe(200)
    const [dataset] = (await sandbox.get(`${at}/evaluation_datasets`)).body.evaluation_datasets
    expect(dataset).toMatchObject({ row_count: count, has_ground_truth: hasTruth, file_size: String(Buffer.byteLength(text)) })
  })

  it.each([
    ['{"input": "open"', 'from line 1'],
    ['{"input": "A"}\n["input"]', 'no object in line 2'],
    ['{"question": "What?"}', 'no column'],
    ['\n', 'no column'],
  ])('are not created from the lines %o', async (text, complaint) => {
    const refused = await createModelDataset(createTestSandbox(), 'a.jsonl', text)
    expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining(complaint) } })
  })
})

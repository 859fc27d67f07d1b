/** Questions in a file. It is uploaded to a signed address first, then made a dataset, which keeps a copy of its own. */
import type { Behavior } from '../../engine/call.ts'
import { conflict, Failure, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { forgetFile, keepFile, readUpload, signDownload } from '../../shared/signed-files.ts'
import { readCsv } from './csv.ts'
import { readJsonLines } from './json-lines.ts'

const kind = 'EvaluationDataset'
const unknownType = 'EVALUATION_DATASET_TYPE_UNKNOWN'
export const modelDataset = 'EVALUATION_DATASET_TYPE_MODEL'

export const datasetKey = (uuid: unknown): Key => ({ kind, id: String(uuid) })
const fileOf = (uuid: string) => `downloads/evaluation-datasets/${uuid}.csv`

export interface DatasetRow {
  readonly input: string
  /** Empty when the file does not say. */
  readonly expected: string
}

/** Who evaluates works with a copy, so that a dataset can be deleted afterwards. */
export function readRows({ engine }: World, uuid: unknown): readonly DatasetRow[] {
  // Only `createDataset` writes it.
  return engine.hidden(datasetKey(uuid))['rows'] as readonly DatasetRow[]
}

export const listDatasets: Behavior = (call, { engine }) => {
  const { dataset_type: type = unknownType } = call.query
  const where = type === unknownType ? [] : [{ field: 'dataset_type', equals: String(type) }]
  return replyPage(call, 'evaluation_datasets', engine.list({ kind, where, order: 'newest', page: readPage(call) }))
}

export const createDataset: Behavior = (call, world) => {
  const { name, dataset_type: type = unknownType, file_upload_dataset: file } = readBody(call)
  const { stored_object_key: path } = file as Value // the schema requires it
  const content = readUpload(world, String(path))
  if (!content) throw new Failure(404, `file_upload_dataset.stored_object_key: nothing was uploaded under "${String(path)}".`)
  const text = decode(content)
  const rows = readQuestions(text, String(path).endsWith('.jsonl'))
  const fields = {
    dataset_name: name,
    dataset_type: type === unknownType ? 'EVALUATION_DATASET_TYPE_NON_ADK' : type,
    row_count: rows.length,
    has_ground_truth: rows.some(({ expected }) => expected !== ''),
    file_size: String(content.length),
  }
  const { dataset_uuid: uuid } = world.engine.create(kind, fields, { hidden: { rows } })
  keepFile(world, fileOf(String(uuid)), text)
  return { body: JSON.stringify({ evaluation_dataset_uuid: uuid }) }
}

const field = 'file_upload_dataset'

function decode(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw unprocessable(`${field}: the file is not text in UTF-8.`)
  }
}

/** @throws Failure 422 */
function readQuestions(text: string, isJsonLines: boolean): DatasetRow[] {
  let table: string[][]
  try {
    table = isJsonLines ? readJsonLines(text) : readCsv(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw unprocessable(`${field}: the file ${error.message}.`)
  }
  const [head = [], ...rows] = table
  const names = head.map((name) => name.trim())
  // Files for agents have the first of each, files for models the second.
  const [question, answer] = [
    ['query', 'input'],
    ['expected_response', 'ground_truth'],
  ].map((either) => names.findIndex((name) => either.includes(name)))
  if (question === undefined || question === -1) throw unprocessable(`${field}: the file has no column "query" or "input".`)
  if (rows.length === 0) throw unprocessable(`${field}: the file has no questions.`)
  return rows.map((row) => ({ input: row[question] ?? '', expected: row[answer ?? -1] ?? '' }))
}

export const deleteDataset: Behavior = (call, world) => {
  const { engine } = world
  const key = openKey(call, world)
  for (const [user, title] of [
    ['EvaluationTestCase', 'test case'],
    ['ModelEvaluationPreset', 'preset'],
  ] as const) {
    const [found] = engine.all({ kind: user, where: [{ field: 'dataset_uuid', equals: key.id }] })
    if (found) throw conflict(`The ${title} "${String(found['name'])}" uses this dataset.`)
  }
  engine.remove(key)
  forgetFile(world, fileOf(key.id))
  return {}
}

export const getDownloadUrl: Behavior = (call, world) => {
  const { dataset_uuid: uuid } = world.engine.get(datasetKey(call.path['dataset_uuid']))
  const { url, expires } = signDownload(world, call.origin, fileOf(String(uuid)))
  return { body: JSON.stringify({ download_url: url, expires_at: expires }) }
}

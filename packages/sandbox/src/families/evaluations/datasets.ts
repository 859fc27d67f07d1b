/** Datasets of questions. A file is uploaded to a presigned URL first; the dataset stores a copy. */
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { parseUploadedText } from '../../shared/file-uploads.ts'
import { saveTextFile, signDownload } from '../../shared/signed-files.ts'
import { parseCsv } from './csv.ts'
import { parseJsonLines } from './json-lines.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    EvaluationDataset: { rows: readonly DatasetRow[] }
  }
}

export const unknownType = 'EVALUATION_DATASET_TYPE_UNKNOWN'

export const modelDataset = 'EVALUATION_DATASET_TYPE_MODEL'

const field = 'file_upload_dataset'

export const fileOf = (uuid: string) => `downloads/evaluation-datasets/${uuid}.csv`

export interface DatasetRow {
  readonly input: string
  /** Empty if the file has none. */
  readonly expected: string
}

/** Copies the dataset, so that it can be deleted after an evaluation. */
export function listRows({ engine }: AccountContext, uuid: string): readonly DatasetRow[] {
  return engine.getHidden('EvaluationDataset', uuid).rows
}

export const createDataset: Handler<'evaluations_datasets_create'> = ({ body }, ctx) => {
  const { name, dataset_type: type = unknownType, file_upload_dataset: file } = body
  const path = file.stored_object_key
  const { text, size } = parseUploadedText(ctx, path, field)
  const rows = listQuestions(text, path.endsWith('.jsonl'))
  const fields = {
    dataset_name: name,
    dataset_type: type === unknownType ? ('EVALUATION_DATASET_TYPE_NON_ADK' as const) : type,
    row_count: rows.length,
    has_ground_truth: rows.some(({ expected }) => expected !== ''),
    file_size: String(size),
  }
  const { dataset_uuid: uuid } = ctx.engine.create('EvaluationDataset', fields, { hidden: { rows } })
  saveTextFile(ctx, fileOf(uuid), text)
  return { evaluation_dataset_uuid: uuid }
}

/** @throws Failure 422 */
function listQuestions(text: string, isJsonLines: boolean): DatasetRow[] {
  let table: string[][]
  try {
    table = isJsonLines ? parseJsonLines(text) : parseCsv(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw unprocessable(`${field}: the file ${error.message}.`)
  }
  const [head = [], ...rows] = table
  const names = head.map((name) => name.trim())
  // Column names: the first of each for agents, the second for models.
  const [question, answer] = [
    ['query', 'input'],
    ['expected_response', 'ground_truth'],
  ].map((either) => names.findIndex((name) => either.includes(name)))
  if (question === undefined || question === -1) throw unprocessable(`${field}: the file has no column "query" or "input".`)
  if (rows.length === 0) throw unprocessable(`${field}: the file has no questions.`)
  return rows.map((row) => ({ input: row[question] ?? '', expected: row[answer ?? -1] ?? '' }))
}

export const getDownloadUrl: Handler<'evaluations_datasets_getDownloadUrl'> = ({ path: { dataset_uuid: uuid }, origin }, ctx) => {
  ctx.engine.get('EvaluationDataset', uuid)
  const { url, expires } = signDownload(ctx, origin, fileOf(uuid))
  return { download_url: url, expires_at: expires }
}

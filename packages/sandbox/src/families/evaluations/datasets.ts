/** Datasets of questions. A file is uploaded to a presigned URL first; the dataset stores a copy. */
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { parseCsv } from '../../shared/csv.ts'
import { parseUploadedText } from '../../shared/file-uploads.ts'
import { parseJsonLines } from '../../shared/json-lines.ts'
import { createDownloads } from '../../shared/signed-files.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    EvaluationDataset: { rows: readonly DatasetRow[]; text: string }
  }
}

export const unknownType = 'EVALUATION_DATASET_TYPE_UNKNOWN'

export const modelDataset = 'EVALUATION_DATASET_TYPE_MODEL'

const field = 'file_upload_dataset'

export const files = createDownloads('evaluation-datasets', 'csv', ({ engine }, uuid) =>
  engine.find('EvaluationDataset', uuid) ? engine.getHidden('EvaluationDataset', uuid).text : undefined,
)

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
  const rows = path.endsWith('.jsonl') ? parseJsonLines(text, field) : parseTable(text)
  if (!rows.some((row) => 'query' in row || 'input' in row))
    throw unprocessable(`${field}: the file has no questions in a column "query" or "input".`)
  // Column names: the first of each for agents, the second for models.
  const questions = rows.map((row) => ({
    input: formatCell(row['query'] ?? row['input']),
    expected: formatCell(row['expected_response'] ?? row['ground_truth']),
  }))
  const fields = {
    dataset_name: name,
    dataset_type: type === unknownType ? ('EVALUATION_DATASET_TYPE_NON_ADK' as const) : type,
    row_count: rows.length,
    has_ground_truth: questions.some(({ expected }) => expected !== ''),
    file_size: String(size),
  }
  const { dataset_uuid: uuid } = ctx.engine.create('EvaluationDataset', fields, { hidden: { rows: questions, text } })
  return { evaluation_dataset_uuid: uuid }
}

/** @throws Failure 422 */
function parseTable(text: string): Readonly<Record<string, unknown>>[] {
  try {
    const [head = [], ...rows] = parseCsv(text)
    return rows.map((row) => Object.fromEntries(head.map((name, index) => [name.trim(), row[index]])))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw unprocessable(`${field}: the file ${error.message}.`)
  }
}

const formatCell = (value: unknown = '') => (typeof value === 'string' ? value : JSON.stringify(value))

export const getDownloadUrl: Handler<'evaluations_datasets_getDownloadUrl'> = ({ path: { dataset_uuid: uuid }, origin }, ctx) => {
  ctx.engine.get('EvaluationDataset', uuid)
  return files.sign(ctx, origin, uuid)
}

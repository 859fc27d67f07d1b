/** Uploads of files for datasets, scenarios and knowledge bases. */
import type { Handler } from '../engine/call.ts'
import { Failure, unprocessable } from '../engine/failure.ts'
import type { AccountContext } from '../engine/account-context.ts'
import { findUpload, reserveUpload } from './signed-files.ts'

type CreateUploadsOperation =
  | 'knowledgeBases_dataSources_createFileUploads'
  | 'evaluations_datasets_createFileUploads'
  | 'modelEvaluations_datasets_createFileUploads'
  | 'scenarioSets_createFileUploads'

export const createFileUploads: Handler<CreateUploadsOperation> = ({ body: { files }, origin }, ctx) => ({
  request_id: ctx.ids.uuid(),
  uploads: files.map(({ file_name: name, file_size: size }) => {
    const { path, url, expires } = reserveUpload(ctx, origin, name, Number(size))
    return { original_file_name: name, object_key: path, presigned_url: url, expires_at: expires }
  }),
})

/** Returns an uploaded text and its length in bytes. @param field the field of the request, for error messages @throws Failure 404, 422 */
export function parseUploadedText(ctx: AccountContext, path: string, field: string): { readonly text: string; readonly size: number } {
  const content = findUpload(ctx, path)
  if (!content) throw new Failure(404, `${field}.stored_object_key: upload "${path}" not found.`)
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content), size: content.length }
  } catch {
    throw unprocessable(`${field}: the file is not text in UTF-8.`)
  }
}

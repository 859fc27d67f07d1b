/** Addresses to upload files to before something is made of them: datasets, and files of knowledge bases. */
import type { Behavior } from '../engine/call.ts'
import { reserveUpload } from './signed-files.ts'

type Creates = 'knowledgeBases_create_file_uploads' | 'evaluations_create_file_uploads' | 'modelEvaluations_create_file_uploads'

export const createFileUploads: Behavior<Creates> = ({ body: { files }, origin }, world) => ({
  request_id: world.ids.uuid(),
  uploads: files.map(({ file_name: name, file_size: size }) => {
    const { path, url, expires } = reserveUpload(world, origin, name, Number(size))
    return { original_file_name: name, object_key: path, presigned_url: url, expires_at: expires }
  }),
})

/** Addresses to upload files to before something is made of them: datasets, and files of knowledge bases. */
import type { Behavior } from '../engine/call.ts'
import { readBody } from '../engine/serve.ts'
import { reserveUpload } from './signed-files.ts'

export const createFileUploads: Behavior = (call, world) => {
  const files = readBody(call)['files'] as readonly { readonly file_name: string; readonly file_size: string }[] // the schema requires it
  const uploads = files.map(({ file_name: name, file_size: size }) => {
    const { path, url, expires } = reserveUpload(world, call.origin, name, Number(size))
    return { original_file_name: name, object_key: path, presigned_url: url, expires_at: expires }
  })
  return { body: JSON.stringify({ request_id: world.ids.uuid(), uploads }) }
}

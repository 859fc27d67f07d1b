/**
 * Makes packages/reference/dist: the page of every API, as the slow external tool rendered it but without requests to
 * other hosts, and the index that lists them. Not in the registry of `pnpm generate`: it is a step of its own.
 */
import { gzipSync } from 'node:zlib'
import type { GeneratedFile } from '../kit/generated-file.ts'
import { writePath } from '../kit/write-path.ts'
import type { ApiModel } from '../model/api-model.ts'
import { makeOffline } from './make-offline.ts'
import { writeIndex } from './write-index.ts'

const folder = 'packages/reference/dist'

/** `rendered` has the HTML of each API by its name. */
export function generateReference(model: ApiModel, rendered: Readonly<Record<string, string>>): GeneratedFile[] {
  const pages = model.apis.map((api) => {
    const html = rendered[api.name]
    if (html === undefined) throw new Error(`The page of the API "${api.name}" was not rendered.`)
    return { api, file: { path: writePath(folder, `${api.name}.html`), text: makeOffline(html) } }
  })
  const index = writeIndex(
    pages.map(({ api, file }) => ({
      api,
      href: `${api.name}.html`,
      bytes: Buffer.byteLength(file.text),
      gzipBytes: compress(file.text).byteLength,
    })),
  )
  return [...pages.map(({ file }) => file), { path: `${folder}/index.html`, text: index }]
}

/** The same bytes on every system: the header's mark of the operating system is set to "unknown". */
export function compress(text: string): Buffer {
  const bytes = gzipSync(text, { level: 9 })
  bytes[9] = 255
  return bytes
}

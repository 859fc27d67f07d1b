/** Reads the data source of a request: exactly one kind, shown later without its secrets, and how its texts are cut. */
import { findModelByUuid } from '../../catalogue/genai-models.ts'
import { regions } from '../../catalogue/regions.ts'
import { unprocessable } from '../../engine/failure.ts'
import { isRecord, type Value } from '../../engine/values.ts'

const bucketAndSite = ['web_crawler_data_source', 'spaces_data_source', 'aws_data_source'] as const
const onlyInitial = ['file_upload_data_source', 'dropbox_data_source', 'google_drive_data_source'] as const

type SourceKind = (typeof bucketAndSite)[number] | (typeof onlyInitial)[number]

export interface SourceRules {
  /** Uploaded files and drives can be given only with a new knowledge base. */
  readonly isInitial: boolean
  readonly embeddingModel: unknown
  /** `datasources.0.`, for messages. */
  readonly at?: string
}

/** @throws Failure 422 */
export function readSource(given: Value, { isInitial, embeddingModel, at = '' }: SourceRules): Value {
  const body = isInitial ? withOlderFields(given) : given
  const kinds: readonly SourceKind[] = isInitial ? [...bucketAndSite, ...onlyInitial] : bucketAndSite
  const found = kinds.filter((kind) => isRecord(body[kind]))
  const [kind] = found
  if (kind === undefined || found.length > 1) throw unprocessable(`${at}${found[1] ?? kinds[0]}: exactly one data source must be given.`)
  const source = body[kind] as Value // `found` holds only those that are objects
  return { ...describeSource(kind, source, at), ...readChunking(body, embeddingModel, at) }
}

/** Buckets were named with three fields of their own first. */
function withOlderFields({ bucket_name: bucket, bucket_region: region, item_path: path, ...rest }: Value): Value {
  if (typeof bucket !== 'string' || bucket === '') return rest
  if (isRecord(rest['spaces_data_source'])) return rest
  return { ...rest, spaces_data_source: { bucket_name: bucket, region: region ?? '', item_path: path ?? '' } }
}

function describeSource(kind: SourceKind, source: Value, at: string): Value {
  switch (kind) {
    case 'web_crawler_data_source': {
      const base = String(source['base_url'])
      if (!/^https?:\/\/[^/\s]/i.test(base) || !URL.canParse(base))
        throw unprocessable(`${at}${kind}.base_url: must be the address of a web page.`)
      return { [kind]: { crawling_option: 'UNKNOWN', embed_media: false, ...source } }
    }
    case 'spaces_data_source': {
      const { bucket_name: bucket, region, item_path: path = '' } = source
      if (!regions.some(({ slug }) => slug === region))
        throw unprocessable(`${at}${kind}.region: the bucket cannot be read, there is no region "${String(region)}".`)
      if (bucket === '') throw unprocessable(`${at}${kind}.bucket_name: must be given.`)
      return { [kind]: { bucket_name: bucket, region, item_path: path }, bucket_name: bucket, region, item_path: path }
    }
    case 'aws_data_source': {
      const { bucket_name: bucket, region, item_path: path = '', key_id: id, secret_key: secret } = source
      if (id === '' || secret === '') throw unprocessable(`${at}${kind}: the bucket cannot be read without a key.`)
      return { [kind]: { bucket_name: bucket, region, item_path: path } }
    }
    case 'file_upload_data_source': {
      const { original_file_name: name, stored_object_key: stored, size_in_bytes: size } = source
      if (!/^uploads\/./.test(String(stored))) throw unprocessable(`${at}${kind}.stored_object_key: no file was uploaded under this key.`)
      return { [kind]: { original_file_name: name, stored_object_key: stored, size_in_bytes: String(size) } }
    }
    case 'dropbox_data_source':
      return { [kind]: { folder: source['folder'] } }
    case 'google_drive_data_source': {
      const id = String(source['folder_id'])
      return { [kind]: { folder_id: id, folder_name: `Folder ${id.slice(-6)}` } }
    }
  }
}

const sizes = ['max_chunk_size', 'parent_chunk_size', 'child_chunk_size'] as const

/** What is sent about chunking, within the bounds of the embedding model. @throws Failure 422 */
export function readChunking(body: Value, embeddingModel: unknown, at = ''): Value {
  const { chunking_algorithm: algorithm, chunking_options: options } = body
  const bounds = findModelByUuid(embeddingModel)?.chunks
  if (isRecord(options)) {
    for (const name of sizes) {
      const size = options[name]
      if (bounds && typeof size === 'number' && (size < bounds.min || size > bounds.max))
        throw unprocessable(`${at}chunking_options.${name}: the embedding model takes ${bounds.min} to ${bounds.max}.`)
    }
    if (Number(options['child_chunk_size'] ?? 0) >= Number(options['parent_chunk_size'] ?? Infinity))
      throw unprocessable(`${at}chunking_options.child_chunk_size: must be less than parent_chunk_size.`)
  }
  return {
    ...(algorithm !== undefined && { chunking_algorithm: algorithm }),
    ...(isRecord(options) && { chunking_options: options }),
  }
}

/** Parses the data source of a request: exactly one kind, returned without its secrets, and its chunking options. */
import { findModelByUuid } from '../../catalog/genai-models.ts'
import { regions } from '../../catalog/regions.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { Operations } from '../../generated/types.ts'
import type { DataSource } from '../../shared/knowledge-bases.ts'

type Initial = NonNullable<Operations['knowledgeBases_create']['body']['datasources']>[number]
type Later = Operations['knowledgeBases_dataSources_create']['body']
type Read = Partial<Omit<DataSource, 'uuid'>>

const bucketAndSite = ['web_crawler_data_source', 'spaces_data_source', 'aws_data_source'] as const
const onlyInitial = ['file_upload_data_source', 'dropbox_data_source', 'google_drive_data_source'] as const

export interface SourceRules {
  /** True if uploaded files and drives are allowed, which only a new knowledge base accepts. */
  readonly isInitial: boolean
  readonly embeddingModel: string
  /** Prefix of fields in messages, such as `datasources.0.`. */
  readonly at?: string
}

/** @throws Failure 422 */
export function parseSource(
  request: Initial | Later,
  { isInitial, embeddingModel, at = '' }: SourceRules,
): Read & Pick<DataSource, 'chunking_options'> {
  const body: Initial = isInitial ? withOlderFields(request) : request
  const kinds = isInitial ? [...bucketAndSite, ...onlyInitial] : bucketAndSite
  const [kind, second] = kinds.filter((each) => body[each])
  if (kind === undefined || second !== undefined) throw unprocessable(`${at}${second ?? kinds[0]}: exactly one data source must be given.`)
  return { chunking_options: {}, ...describeSource({ [kind]: body[kind] }, `${at}${kind}`), ...parseChunking(body, embeddingModel, at) }
}

/** Older clients name a bucket with three separate fields. */
function withOlderFields({ bucket_name: bucket, bucket_region: region = '', item_path: path = '', ...rest }: Initial): Initial {
  if (!bucket || rest.spaces_data_source) return rest
  return { ...rest, spaces_data_source: { bucket_name: bucket, region, item_path: path } }
}

/** @param source contains one of them */
function describeSource(source: Initial, at: string): Read {
  const { web_crawler_data_source: site, spaces_data_source: space, aws_data_source: aws } = source
  const { file_upload_data_source: file, dropbox_data_source: dropbox, google_drive_data_source: drive } = source
  if (site) {
    const { base_url: base } = site
    if (!/^https?:\/\/[^/\s]/i.test(base) || !URL.canParse(base)) throw unprocessable(`${at}.base_url: must be the address of a web page.`)
    return { web_crawler_data_source: { crawling_option: 'UNKNOWN', embed_media: false, ...site } }
  }
  if (space) {
    const { bucket_name, region, item_path = '' } = space
    if (!regions.some(({ slug }) => slug === region))
      throw unprocessable(`${at}.region: the bucket cannot be read, there is no region "${region}".`)
    if (bucket_name === '') throw unprocessable(`${at}.bucket_name: must be given.`)
    const bucket = { bucket_name, region, item_path }
    return { spaces_data_source: bucket, ...bucket }
  }
  if (aws) {
    const { bucket_name, region, item_path = '', key_id: id, secret_key: secret } = aws
    if (id === '' || secret === '') throw unprocessable(`${at}: the bucket cannot be read without a key.`)
    return { aws_data_source: { bucket_name, region, item_path } }
  }
  if (file) {
    const { original_file_name, stored_object_key, size_in_bytes: size } = file
    if (!/^uploads\/./.test(stored_object_key)) throw unprocessable(`${at}.stored_object_key: no file was uploaded under this key.`)
    return { file_upload_data_source: { original_file_name, stored_object_key, size_in_bytes: String(size) } }
  }
  if (dropbox) return { dropbox_data_source: { folder: dropbox.folder } }
  if (!drive) return {}
  const { folder_id } = drive
  return { google_drive_data_source: { folder_id, folder_name: `Folder ${folder_id.slice(-6)}` } }
}

const sizes = ['max_chunk_size', 'parent_chunk_size', 'child_chunk_size'] as const

/** Parses the chunking options, within the bounds of the embedding model. @throws Failure 422 */
export function parseChunking(
  { chunking_algorithm: algorithm, chunking_options: options }: Pick<Later, 'chunking_algorithm' | 'chunking_options'>,
  embeddingModel: string,
  at = '',
): Pick<Read, 'chunking_algorithm' | 'chunking_options'> {
  const bounds = findModelByUuid(embeddingModel)?.chunks
  for (const name of sizes) {
    const size = options?.[name]
    if (bounds && size !== undefined && (size < bounds.min || size > bounds.max))
      throw unprocessable(`${at}chunking_options.${name}: the embedding model takes ${bounds.min} to ${bounds.max}.`)
  }
  const { child_chunk_size: child = 0, parent_chunk_size: parent = Infinity } = options ?? {}
  if (child >= parent) throw unprocessable(`${at}chunking_options.child_chunk_size: must be less than parent_chunk_size.`)
  return { ...(algorithm !== undefined && { chunking_algorithm: algorithm }), ...(options && { chunking_options: options }) }
}

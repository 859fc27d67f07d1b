/** How much there is to read in a data source. The sandbox reads none, so the amounts follow from what the source is. */
import { hashSecret } from '../../auth/hash-secret.ts'
import type { DataSource } from '../knowledge-bases/index.ts'

export interface SourceMeasure {
  readonly items: number
  readonly bytes: number
}

export function measureSource(source: DataSource): SourceMeasure {
  const { file_upload_data_source: file, web_crawler_data_source: site } = source
  if (file) return { items: 1, bytes: Number(file.size_in_bytes) }
  const { spaces_data_source, aws_data_source, dropbox_data_source, google_drive_data_source } = source
  const digest = hashSecret(JSON.stringify([site, spaces_data_source, aws_data_source, dropbox_data_source, google_drive_data_source]))
  const single = site?.crawling_option === 'SCOPED' || site?.crawling_option === 'UNKNOWN'
  const items = single ? 1 : 8 + (parseInt(digest.slice(0, 4), 16) % 56)
  const bytesPerItem = 6000 + (parseInt(digest.slice(4, 8), 16) % 12_000)
  return { items, bytes: items * bytesPerItem }
}

/** A token is a little more than eight bytes of a page as it lies on a server. */
export function countSourceTokens(bytes: number): number {
  return Math.ceil(bytes / 8.5)
}

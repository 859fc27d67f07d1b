/** Parses the host and the path of a request into a region, a bucket and a key. */
import { S3Error } from './errors.ts'

/** Regions with object storage. */
export const regions = ['ams3', 'atl1', 'blr1', 'fra1', 'lon1', 'nyc3', 'sfo2', 'sfo3', 'sgp1', 'syd1', 'tor1'] as const

export type Region = (typeof regions)[number]

export const defaultRegion: Region = 'nyc3'

export function isRegion(text: string | undefined): text is Region {
  return regions.some((region) => region === text)
}

export interface Address {
  /** Region of the host; undefined if the host names none. */
  readonly region: Region | undefined
  /** Empty for the list of buckets. */
  readonly bucket: string
  /** Empty for the bucket itself. */
  readonly key: string
  /** True for the host of a CDN endpoint, which serves objects without signatures. */
  readonly isCdn: boolean
}

/** Domains that the region precedes: `nyc3.localhost:4021`, `covers.nyc3.digitaloceanspaces.com`. */
const hostPattern = /^(?:(?<bucket>[^:]+)\.)?(?<region>[a-z]{3}\d)\.(?<cdn>cdn\.)?(?:localhost|digitaloceanspaces\.com)$/

/** @param path the raw path, still encoded @throws S3Error InvalidURI */
export function parseAddress(host: string, path: string): Address {
  const decoded = decodeUri(path).slice(1)
  const { bucket, region, cdn } = hostPattern.exec(host.toLowerCase().replace(/:\d+$/, ''))?.groups ?? {}
  if (isRegion(region) && bucket !== undefined) return { region, bucket, key: decoded, isCdn: cdn !== undefined }
  const [first = '', ...rest] = decoded.split('/')
  // A host without a region may have it as the first segment: http://127.0.0.1:4021/nyc3/covers/a.jpg
  if (region === undefined && isRegion(first)) return { region: first, bucket: rest[0] ?? '', key: rest.slice(1).join('/'), isCdn: false }
  return { region: isRegion(region) ? region : undefined, bucket: first, key: rest.join('/'), isCdn: false }
}

/** Decodes percent-encoded text. @throws S3Error InvalidURI */
export function decodeUri(text: string): string {
  try {
    const decoded = decodeURIComponent(text)
    if (decoded.includes('\0')) throw new S3Error('InvalidURI')
    return decoded
  } catch {
    throw new S3Error('InvalidURI')
  }
}

/** Percent-encodes as signatures require: all bytes except letters, digits and `-_.~`. */
export function encodeUri(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

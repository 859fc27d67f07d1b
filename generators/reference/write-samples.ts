/**
 * Runnable samples of an operation against the local sandbox: by our client, by plain `fetch`, by curl. They all send the same:
 * what must be sent and the first example of the body; an operation whose examples do not suffice has none.
 */
import type { Api, Family, Operation } from '../model/api-model.ts'
import { findRawType, readRequest } from './samples/read-request.ts'
import { writeByFamily, writeByTool } from './samples/write-client.ts'
import { writeCurl } from './samples/write-curl.ts'
import { writeFetch } from './samples/write-fetch.ts'

export interface Sample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

export function writeSamples(api: Api, family: Family, operation: Operation): Sample[] {
  const request = readRequest(operation)
  if (!request) return []
  const token = api.name === 'inference' ? 'SPINDRIFT_MODEL_ACCESS_KEY' : 'SPINDRIFT_TOKEN'
  const curl = { lang: 'bash', label: 'curl', source: writeCurl(api, operation, request, token) }
  if (isForBrowser(operation)) return [curl]
  const bare = [{ lang: 'typescript', label: 'fetch', source: writeFetch(api, operation, request, token) }, curl]
  // An example of such bytes is no value of a program.
  if (findRawType(operation)) return bare
  return [
    { lang: 'typescript', label: 'TypeScript', source: writeByFamily(api, family, operation, request, token) },
    ...(operation.tool ? [{ lang: 'typescript', label: 'By tool', source: writeByTool(api, operation, request, token) }] : []),
    ...bare,
  ]
}

function isForBrowser({ replies }: Operation): boolean {
  return replies.some(({ status, content }) => status.startsWith('2') && content.some(({ mediaType }) => mediaType === 'text/html'))
}

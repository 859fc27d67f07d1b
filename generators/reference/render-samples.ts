/**
 * Runnable samples of an operation against the local sandbox: by our client, by plain `fetch`, by curl. They all send the same:
 * what must be sent and the first example of the body; an operation whose examples do not suffice has none.
 */
import type { Api, Family, Operation } from '../model/api-model.ts'
import { findRawType, findRequest } from './samples/find-request.ts'
import { renderByFamily, renderByTool } from './samples/write-client.ts'
import { renderCurl } from './samples/render-curl.ts'
import { writeFetch } from './samples/write-fetch.ts'

export interface Sample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

export function renderSamples(api: Api, family: Family, operation: Operation): Sample[] {
  const request = findRequest(operation)
  if (!request) return []
  const token = api.name === 'inference' ? 'SPINDRIFT_MODEL_ACCESS_KEY' : 'SPINDRIFT_TOKEN'
  const curl = { lang: 'bash', label: 'curl', source: renderCurl(api, operation, request, token) }
  if (isForBrowser(operation)) return [curl]
  const bare = [{ lang: 'typescript', label: 'fetch', source: writeFetch(api, operation, request, token) }, curl]
  // An example of such bytes is no value of a program.
  if (findRawType(operation)) return bare
  return [
    { lang: 'typescript', label: 'TypeScript', source: renderByFamily(api, family, operation, request, token) },
    ...(operation.tool ? [{ lang: 'typescript', label: 'By tool', source: renderByTool(api, operation, request, token) }] : []),
    ...bare,
  ]
}

function isForBrowser({ replies }: Operation): boolean {
  return replies.some(({ status, content }) => status.startsWith('2') && content.some(({ mediaType }) => mediaType === 'text/html'))
}

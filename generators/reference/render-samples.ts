/**
 * Renders runnable samples of an operation: client, path API, `fetch`, curl, Python and Go. The environment has the base URL and the token. Each sends
 * the required parameters and the first example of the body. Operations with insufficient examples have no samples.
 */
import type { Api, Family, Operation } from '../model/api-model.ts'
import { findRawType, findRequest } from './samples/find-request.ts'
import { renderClientSample, renderToolSample } from './samples/render-client.ts'
import { renderCurl } from './samples/render-curl.ts'
import { renderFetch } from './samples/render-fetch.ts'
import { renderGo } from './samples/render-go.ts'
import { renderGodo } from './samples/render-godo.ts'
import { renderPathSample } from './samples/render-path.ts'
import { renderPython } from './samples/render-python.ts'

export interface Sample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

export function renderSamples(api: Api, family: Family, operation: Operation): Sample[] {
  const request = findRequest(operation)
  if (!request) return []
  const token = api.name === 'inference' ? 'SPINDRIFT_MODEL_ACCESS_KEY' : 'SPINDRIFT_TOKEN'
  const curl = { lang: 'bash', label: 'curl', source: renderCurl(operation, request, token) }
  if (isForBrowser(operation)) return [curl]
  const bare = [
    { lang: 'typescript', label: 'fetch', source: renderFetch(operation, request, token) },
    curl,
    { lang: 'python', label: 'Python', source: renderPython(operation, request, token) },
    { lang: 'go', label: 'Go', source: renderGodo(operation, request, token) ?? renderGo(operation, request, token) },
  ]
  // Binary examples cannot be written as a value.
  if (findRawType(operation)) return bare
  const path = renderPathSample(family, operation, request, token)
  return [
    { lang: 'typescript', label: 'TypeScript', source: renderClientSample(family, operation, request, token) },
    ...(operation.tool ? [{ lang: 'typescript', label: 'Tool', source: renderToolSample(operation, request, token) }] : []),
    ...(path === undefined ? [] : [{ lang: 'typescript', label: 'path API', source: path }]),
    ...bare,
  ]
}

function isForBrowser({ replies }: Operation): boolean {
  return replies.some(({ status, content }) => status.startsWith('2') && content.some(({ mediaType }) => mediaType === 'text/html'))
}

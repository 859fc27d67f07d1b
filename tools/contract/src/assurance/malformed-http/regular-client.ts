/** A client that does nothing wrong, on a connection of its own: it must notice nothing of the others. */
import { isObject } from '../../is-object.ts'
import { createHttpClient } from '../http-client.ts'

export interface RegularClient extends Disposable {
  /** Asks for the tags: one sentence when the answer is not as it must be. */
  readonly check: () => Promise<string | undefined>
  /** How many tags and volumes there are. @throws Error when the answer does not come */
  readonly countObjects: () => Promise<string>
}

export function createRegularClient(url: string, token: string): RegularClient {
  const { send, close } = createHttpClient(url, token, 1)
  const count = async (path: string) => {
    const { status, text } = await send({ method: 'GET', path })
    const body: unknown = JSON.parse(text)
    const meta = isObject(body) ? body['meta'] : undefined
    if (status !== 200 || !isObject(meta)) throw new Error(`${status} ${text.slice(0, 100)}`)
    return String(meta['total'])
  }
  return {
    check: async () => {
      try {
        await count('/v2/tags?per_page=1')
        return undefined
      } catch (error) {
        return `a neighbor is not served: ${error instanceof Error ? error.message : String(error)}`
      }
    },
    countObjects: async () => `${await count('/v2/tags?per_page=1')} tags, ${await count('/v2/volumes?per_page=1')} volumes`,
    [Symbol.dispose]: close,
  }
}

/** A regular client on its own connection, which must not notice the other clients. */
import { isObject } from '../../is-object.ts'
import { createHttpClient } from '../http-client.ts'

export interface RegularClient extends Disposable {
  /** Lists the tags. @returns one line for a wrong response */
  readonly check: () => Promise<string | undefined>
  /** Counts tags and volumes. @throws Error for a wrong response */
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
        return `another client is not served: ${error instanceof Error ? error.message : String(error)}`
      }
    },
    countObjects: async () => `${await count('/v2/tags?per_page=1')} tags, ${await count('/v2/volumes?per_page=1')} volumes`,
    [Symbol.dispose]: close,
  }
}

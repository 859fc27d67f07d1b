/** One connection to Valkey, or to Redis, that comes back by itself and runs scripts: each is one round trip, and nothing comes between. */
import { createHash } from 'node:crypto'
import { LostError, RefusedError } from './connection.ts'
import { loadValkeyDriver } from './load-driver.ts'

export interface Script {
  readonly text: string
  /** By which it is called once it is there. */
  readonly hash: string
}

export interface ValkeyConnection {
  /** Whether there is none now. */
  readonly isAway: () => boolean
  /** @throws RefusedError, LostError */
  readonly run: (script: Script, key: string, values: readonly string[]) => Promise<unknown>
  readonly close: () => void
}

const milliseconds = { connect: 5000, silent: 5000, ping: 1000, firstPause: 50, longestPause: 2000 }

/** What it says while it comes up, or while somebody else's script takes its time: that ends. */
const passing = /^(?:LOADING|BUSY|MASTERDOWN|TRYAGAIN) /

export const makeScript = (text: string): Script => ({ text, hash: createHash('sha1').update(text).digest('hex') })

/** Connects for the first time. @throws Error when it cannot, in one line */
export async function connectValkey(url: string): Promise<ValkeyConnection> {
  const { createClient, ErrorReply } = await loadValkeyDriver()
  let isOpened = false
  const client = createClient({
    // The scheme is the same but for its name.
    url: url.replace(/^valkey/, 'redis'),
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // A network that swallows is noticed by a ping that stays without an answer.
    pingInterval: milliseconds.ping,
    socket: {
      connectTimeout: milliseconds.connect,
      socketTimeout: milliseconds.silent,
      reconnectStrategy: (retries: number, cause: Error) =>
        isOpened ? Math.min(milliseconds.longestPause, milliseconds.firstPause * 2 ** retries) * (0.5 + Math.random() / 2) : cause,
    },
  })
  // An error that nobody listens to ends the process; who asks is told of it.
  client.on('error', () => {})

  const send = async (words: readonly string[]): Promise<unknown> => {
    try {
      return await client.sendCommand(words)
    } catch (error) {
      const { message } = error as Error
      if (error instanceof ErrorReply && !passing.test(message)) throw new RefusedError(`Valkey: ${message}`, { cause: error })
      throw new LostError(`Valkey: ${message}`, { cause: error })
    }
  }
  try {
    await client.connect()
    // Where a password is missing, it says so only when it is asked something.
    await send(['PING'])
    isOpened = true
  } catch (error) {
    client.destroy()
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(`${describeValkey(url)} cannot be used: ${message || code}. Check that it runs and that user and password are right.`, {
      cause: error,
    })
  }
  return {
    isAway: () => !client.isReady,
    run: async ({ text, hash }, key, values) => {
      const words = ['1', key, ...values]
      try {
        return await send(['EVALSHA', hash, ...words])
      } catch (error) {
        // It has been restarted since it was told the script.
        if (!(error instanceof RefusedError && error.message.includes('NOSCRIPT'))) throw error
        return send(['EVAL', text, ...words])
      }
    },
    close: () => client.destroy(),
  }
}

/** Without the password. */
function describeValkey(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

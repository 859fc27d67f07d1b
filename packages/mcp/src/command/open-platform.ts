/** Connection to the platform: a remote one, or a sandbox in this process. */
import { connectPlatform } from '../platform/connect-platform.ts'
import type { Platform } from '../platform/platform.ts'
import { parseBaseUrl } from '../platform/parse-base-url.ts'
import { version } from '../version.ts'
import type { Flags } from './flags.ts'

const userAgent = `spindrift-mcp/${version}`

/** @throws Error with a message for users if a setting is missing or invalid */
export async function openPlatform(
  { sandbox, baseUrl, audience, timeoutMs }: Flags,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Platform> {
  if (sandbox) return startSandbox(timeoutMs)
  if (baseUrl === undefined) {
    throw new Error('No base URL. Pass --base-url <url> or set SPINDRIFT_BASE_URL, or use --sandbox, which needs no account.')
  }
  const url = parseBaseUrl(baseUrl)
  if (audience !== undefined) {
    if (parseBaseUrl(audience) !== url)
      throw new Error("--audience must be equal to the base URL: a caller's token is only sent to the platform it was issued for.")
    return connectPlatform({ baseUrl: url, timeoutMs, userAgent })
  }
  const token = environment['SPINDRIFT_TOKEN']?.trim()
  if (!token) throw new Error('No token. Set SPINDRIFT_TOKEN, or use --sandbox.')
  if (!/^[!-~]+$/.test(token)) throw new Error('SPINDRIFT_TOKEN contains a space, a line break or another invalid character.')
  return connectPlatform({ baseUrl: url, token, timeoutMs, userAgent })
}

/** Seconds that each action takes in the sandbox; on the platform clusters take minutes. */
const actionSeconds = 5

async function startSandbox(timeoutMs: number): Promise<Platform> {
  const { startSandbox: start } = await import('@spindrift/sandbox')
  const running = await start({ port: 0, actionSeconds, world: 'tidewater' })
  const platform = connectPlatform({ baseUrl: running.url, token: running.credentials().tokens.full, timeoutMs, userAgent })
  return {
    ...platform,
    close: () => {
      platform.close()
      void running.close()
    },
  }
}

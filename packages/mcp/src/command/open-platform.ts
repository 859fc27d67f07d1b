/** The platform that the flags name: the real one, or a sandbox in this process. */
import { connectPlatform } from '../platform/connect-platform.ts'
import type { Platform } from '../platform/platform.ts'
import { parseBaseUrl } from '../platform/parse-base-url.ts'
import { version } from '../version.ts'
import type { Flags } from './flags.ts'

const userAgent = `spindrift-mcp/${version}`

/** @throws Error with a sentence when something is missing */
export async function openPlatform(
  { sandbox, baseUrl, audience, timeoutMs }: Flags,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Platform> {
  if (sandbox) return startSandbox(timeoutMs)
  if (baseUrl === undefined) {
    throw new Error('No base URL. Pass --base-url <url> or set SPINDRIFT_BASE_URL; --sandbox needs neither an account nor a token.')
  }
  const url = parseBaseUrl(baseUrl)
  if (audience !== undefined) {
    if (parseBaseUrl(audience) !== url)
      throw new Error("--audience must be the base URL itself: a caller's token is passed to what it was made for and to nothing else.")
    return connectPlatform({ baseUrl: url, timeoutMs, userAgent })
  }
  const token = environment['SPINDRIFT_TOKEN']?.trim()
  if (!token) throw new Error('No token. Set SPINDRIFT_TOKEN; --sandbox needs none.')
  if (!/^[!-~]+$/.test(token)) throw new Error('SPINDRIFT_TOKEN has a space, a line break or another character that no token has.')
  return connectPlatform({ baseUrl: url, token, timeoutMs, userAgent })
}

/** A cluster takes minutes on the platform; whoever practices can wait so long. */
const actionSeconds = 5

async function startSandbox(timeoutMs: number): Promise<Platform> {
  const { startSandbox: start } = await import('@spindrift/sandbox')
  const running = await start({ port: 0, actionSeconds })
  const platform = connectPlatform({ baseUrl: running.url, token: running.credentials().tokens.full, timeoutMs, userAgent })
  return {
    ...platform,
    close: () => {
      platform.close()
      void running.close()
    },
  }
}

/** Derives the key of a password before its request is handled, so that other requests are not blocked. */
import { parseText } from '../control/account-handlers.ts'
import { checkControl, checkHost } from '../control/check-control.ts'
import { parseJson } from '../control/parse-json.ts'
import { Failure } from '../engine/failure.ts'
import type { Platform } from '../engine/account-context.ts'
import { signInPath } from '../oauth/paths.ts'
import { parseSignIn } from '../oauth/serve-pages.ts'
import type { CoreRequest } from '../http/messages.ts'
import { parseOrigin } from '../http/parse-origin.ts'
import type { SandboxOptions } from '../options.ts'
import { createTaskQueue } from './task-queue.ts'
import { formatHashPrefix, deriveKey } from './passwords.ts'
import { getPasswordHash } from './authenticate-user.ts'
import { derivePasswordSalt } from './users.ts'

interface PasswordInput {
  readonly password: string
  /** Hash that provides the salt. */
  readonly hash: string
}

type PasswordReader = (request: CoreRequest, platform: Platform, options: SandboxOptions) => PasswordInput

const readers: Readonly<Record<string, PasswordReader>> = {
  [signInPath]: (request, platform, options) => {
    const { email, password } = parseSignIn(request, options.baseUrl ?? parseOrigin(request), platform)
    return { password, hash: getPasswordHash(platform, email) }
  },
  '/_sandbox/users': (request, platform, options) => {
    checkControl(request, options.baseUrl ?? parseOrigin(request), options)
    const input = parseJson(request.body)
    return { password: parseText(input, 'password'), hash: formatHashPrefix(derivePasswordSalt(parseText(input, 'email'), platform)) }
  },
}

function findReader({ method, rejectStatus, url }: CoreRequest): PasswordReader | undefined {
  return method === 'POST' && rejectStatus === undefined ? readers[url.split('?', 1)[0] ?? ''] : undefined
}

export const hasPassword = (request: CoreRequest): boolean => findReader(request) !== undefined

/** Key derivations use the threads that files are written with, so few run at a time. */
const derivations = createTaskQueue({ maxRunning: 2, maxWaiting: 50 })

/** Returns undefined for a request without a password, and for one that will be rejected. */
export function preparePassword(request: CoreRequest, platform: Platform, options: SandboxOptions): Promise<CoreRequest> | undefined {
  const parse = findReader(request)
  // The checks run again when the derivation starts: sign-ins before it may have failed.
  const find = () => parse && tryParse(parse, request, platform, options)
  if (!find()) return undefined
  const derive = async () => {
    const input = find()
    return input ? { ...request, derivedKey: await deriveKey(input.password, input.hash) } : request
  }
  // If it fails, the key is derived when the request is handled.
  return derivations.run(derive)?.catch(() => request) ?? Promise.resolve({ ...request, isThrottled: true })
}

function tryParse(parse: PasswordReader, request: CoreRequest, platform: Platform, options: SandboxOptions): PasswordInput | undefined {
  try {
    checkHost(request.url, request, options)
    return parse(request, platform, options)
  } catch (error) {
    // The error is reported when the request is handled.
    if (error instanceof Failure) return undefined
    throw error
  }
}

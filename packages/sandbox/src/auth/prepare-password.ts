/** Derives the key of a password before its request is handled, so that other requests are not blocked. */
import { parseText } from '../control/account-handlers.ts'
import { checkControl } from '../control/check-control.ts'
import { parseJson } from '../control/parse-json.ts'
import { Failure } from '../engine/failure.ts'
import type { Platform } from '../engine/account-context.ts'
import { signInPath } from '../oauth/paths.ts'
import { parseForm } from '../oauth/parse-form.ts'
import type { CoreRequest } from '../http/messages.ts'
import { parseOrigin } from '../http/parse-origin.ts'
import type { SandboxOptions } from '../options.ts'
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
  [signInPath]: ({ headers, body }, platform) => {
    const form = parseForm(headers, body)
    return { password: form.get('password') ?? '', hash: getPasswordHash(platform, form.get('email') ?? '') }
  },
  '/_sandbox/users': (request, platform, options) => {
    // Deriving a key is slow, so the caller is checked first.
    checkControl(request, options.baseUrl ?? parseOrigin(request), options)
    const input = parseJson(request.body)
    return { password: parseText(input, 'password'), hash: formatHashPrefix(derivePasswordSalt(parseText(input, 'email'), platform)) }
  },
}

function findReader({ method, rejectStatus, url }: CoreRequest): PasswordReader | undefined {
  return method === 'POST' && rejectStatus === undefined ? readers[url.split('?', 1)[0] ?? ''] : undefined
}

export const hasPassword = (request: CoreRequest): boolean => findReader(request) !== undefined

/** Returns undefined for a request without a password, and for one that will be rejected. */
export function preparePassword(request: CoreRequest, platform: Platform, options: SandboxOptions): Promise<CoreRequest> | undefined {
  const read = findReader(request)
  const input = read && tryRead(read, request, platform, options)
  // If it fails, the key is derived when the request is handled.
  return (
    input &&
    deriveKey(input.password, input.hash).then(
      (derived) => ({ ...request, derivedKey: derived }),
      () => request,
    )
  )
}

function tryRead(read: PasswordReader, ...input: Parameters<PasswordReader>): PasswordInput | undefined {
  try {
    return read(...input)
  } catch (error) {
    // The error is reported when the request is handled.
    if (error instanceof Failure) return undefined
    throw error
  }
}

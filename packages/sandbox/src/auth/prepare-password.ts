/** Recognizes the requests that bring a password, and derives its key while others are answered: on the way of a request nothing waits. */
import { parseText } from '../control/account-answers.ts'
import { checkControl } from '../control/may-control.ts'
import { parseJson } from '../control/parse-json.ts'
import { Failure } from '../engine/failure.ts'
import type { Platform } from '../engine/account-context.ts'
import { signInPath } from '../oauth/addresses.ts'
import { parseForm } from '../oauth/parse-form.ts'
import type { CoreRequest } from '../http/messages.ts'
import { parseOrigin } from '../http/parse-origin.ts'
import type { SandboxOptions } from '../options.ts'
import { beginHash, deriveKey } from './passwords.ts'
import { hashOf, saltOf } from './users.ts'

interface Given {
  readonly password: string
  /** Of which the salt is taken. */
  readonly hash: string
}

type Read = (request: CoreRequest, platform: Platform, options: SandboxOptions) => Given

const readers: Readonly<Record<string, Read>> = {
  [signInPath]: ({ headers, body }, { store }) => {
    const form = parseForm(headers, body)
    return { password: form.get('password') ?? '', hash: hashOf(store, form.get('email') ?? '') }
  },
  '/_sandbox/users': (request, platform, options) => {
    // A key takes long enough that nobody else is to have one derived.
    checkControl(request, options.baseUrl ?? parseOrigin(request), options)
    const given = parseJson(request.body)
    return { password: parseText(given, 'password'), hash: beginHash(saltOf(parseText(given, 'email'), platform)) }
  },
}

function findReader({ method, refused, url }: CoreRequest): Read | undefined {
  return method === 'POST' && refused === undefined ? readers[url.split('?', 1)[0] ?? ''] : undefined
}

export const mayBringPassword = (request: CoreRequest): boolean => findReader(request) !== undefined

/** Undefined for a request without a password, and for one that will be refused for what it says. */
export function preparePassword(request: CoreRequest, platform: Platform, options: SandboxOptions): Promise<CoreRequest> | undefined {
  const read = findReader(request)
  const given = read && findQuietly(read, request, platform, options)
  // What could not be done beforehand is done when it is answered.
  return (
    given &&
    deriveKey(given.password, given.hash).then(
      (derived) => ({ ...request, derived }),
      () => request,
    )
  )
}

function findQuietly(read: Read, ...given: Parameters<Read>): Given | undefined {
  try {
    return read(...given)
  } catch (error) {
    // Said when it is answered.
    if (error instanceof Failure) return undefined
    throw error
  }
}

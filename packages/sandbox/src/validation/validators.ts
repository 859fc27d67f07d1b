/** Loads the compiled validators of a family on its first request. */
import { loadValidators } from '../package-files/on-disk.ts'

export interface Finding {
  readonly instancePath: string
  readonly keyword: string
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
}

export interface Validator {
  (value: unknown): boolean
  readonly errors?: readonly Finding[] | null
}

type Module = Readonly<Record<string, Validator | undefined>>

const modules = new Map<string, Module>()

function loadModule(name: string): Module {
  let module = modules.get(name)
  // Loaded synchronously, because requests are handled synchronously.
  if (!module) modules.set(name, (module = loadValidators(name) as Module))
  return module
}

export type ValidatorOf = 'body' | 'form' | 'parameters'

export function findValidator(of: ValidatorOf, { id, family }: { readonly id: string; readonly family: string }): Validator | undefined {
  return loadModule(family)[`${of}_${id}`]
}

/** Finds the validator of a reply, for tests: the published package does not contain these schemas. */
export function findReplyValidator(
  { id, family }: { readonly id: string; readonly family: string },
  status: number,
): Validator | undefined {
  const module = loadReplies(family)
  return module[`reply_${id}_${status}`] ?? module[`reply_${id}_default`]
}

function loadReplies(family: string): Module {
  try {
    return loadModule(`${family}.replies`)
  } catch (cause) {
    throw new Error("checkReplies works only in the sandbox's own repository: the published package has no reply validators.", {
      cause,
    })
  }
}

/** The compiled validators of a family, loaded when its first request comes. */
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
  // Loaded without waiting, so that a request is answered in one go and no other can come between.
  if (!module) modules.set(name, (module = loadValidators(name) as Module))
  return module
}

export type ValidatorOf = 'body' | 'form' | 'parameters'

export function findValidator(of: ValidatorOf, { id, family }: { readonly id: string; readonly family: string }): Validator | undefined {
  return loadModule(family)[`${of}_${id}`]
}

/** For tests only: the replies' schemas are large, and the published package does not have them. */
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
    throw new Error("checkReplies works in the sandbox's own repository only: the published package has no validators of replies.", {
      cause,
    })
  }
}

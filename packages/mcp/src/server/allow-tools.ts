/** Which tools a server offers. What is not allowed is not listed, and calling it anyway is refused with the flag that is missing. */
import { suggest } from '../arguments/describe-fault.ts'
import type { ToolKind } from '../tables/tool-row.ts'
import type { ServerSettings } from './settings.ts'

type Permissions = Pick<ServerSettings, 'allowWrites' | 'allowDestructive' | 'dryRun'>

/** @returns what must be given to the server first; undefined when nothing must */
export function findMissingFlag(kind: ToolKind, { allowWrites, allowDestructive, dryRun }: Permissions): string | undefined {
  if (kind === 'read-only' || dryRun || allowDestructive) return undefined
  if (kind === 'additive') return allowWrites ? undefined : '--allow-writes'
  return '--allow-destructive'
}

interface Offered {
  readonly name: string
  readonly kind: ToolKind
}

/** @throws Error when a tool that is asked for does not exist or is not allowed */
export function selectTools<Tool extends Offered>(all: readonly Tool[], settings: ServerSettings): Tool[] {
  const allowed = all.filter(({ kind }) => findMissingFlag(kind, settings) === undefined)
  const { tools } = settings
  if (!tools) return allowed
  for (const name of tools) {
    const tool = all.find((each) => each.name === name)
    if (!tool)
      throw new Error(
        `There is no tool ${JSON.stringify(name)}.${suggest(
          name,
          all.map((each) => each.name),
        )}`,
      )
    const flag = findMissingFlag(tool.kind, settings)
    if (flag) throw new Error(`${name} is ${tool.kind}: it needs ${flag} as well.`)
  }
  return allowed.filter(({ name }) => tools.includes(name))
}

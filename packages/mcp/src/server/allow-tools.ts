/** Tool permissions. Tools that are not allowed are not listed; calling one returns an error with the missing flag. */
import { suggest } from '../arguments/describe-fault.ts'
import type { ToolKind } from '../tables/tool-row.ts'
import type { ServerSettings } from './settings.ts'

type Permissions = Pick<ServerSettings, 'allowWrites' | 'allowDestructive' | 'dryRun'>

/** @returns the flag that the server needs for tools of this kind; undefined if they are allowed */
export function findMissingFlag(kind: ToolKind, { allowWrites, allowDestructive, dryRun }: Permissions): string | undefined {
  if (kind === 'read-only' || dryRun || allowDestructive) return undefined
  if (kind === 'additive') return allowWrites ? undefined : '--allow-create'
  return '--allow-all'
}

const effects = { 'read-only': 'reads', additive: 'creates something', destructive: 'changes or deletes something' } as const

/** @returns an error for the agent. The user cannot allow the call without a restart. */
export function explainMissingFlag({ name, kind }: NamedTool, flag: string): string {
  return `${name} ${effects[kind]}, and this server may not. Nothing was sent. Ask the user to restart it with ${flag}.`
}

interface NamedTool {
  readonly name: string
  readonly kind: ToolKind
}

/** Returns the tools to offer. @throws Error if a tool in `--tools` does not exist or is not allowed */
export function selectTools<Tool extends NamedTool>(all: readonly Tool[], settings: ServerSettings): Tool[] {
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
    if (flag) throw new Error(`${name} ${effects[tool.kind]}. Add ${flag}.`)
  }
  return allowed.filter(({ name }) => tools.includes(name))
}

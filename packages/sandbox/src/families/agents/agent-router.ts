/** Model router of an agent: one of the account, or a preset of the platform. */
import { createHash } from 'node:crypto'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { AgentReferences } from './agent-state.ts'

export function findRouter(
  { engine }: AccountContext,
  { router, preset }: Pick<AgentReferences, 'router' | 'preset'>,
): Kinds['ModelRouter'] | undefined {
  if (router !== undefined) return engine.find('ModelRouter', router)
  const routerPreset = preset === undefined ? undefined : engine.find('ModelRouterPreset', preset)
  return (
    routerPreset && {
      uuid: hashUuid(routerPreset.slug),
      name: routerPreset.slug,
      description: routerPreset.short_description,
      regions: [],
      config: routerPreset.config,
      created_at: '2026-01-15T00:00:00Z',
      updated_at: '2026-01-15T00:00:00Z',
    }
  )
}

/** Derives a stable UUID from the slug of a preset. */
function hashUuid(slug: string): string {
  const hex = createHash('sha256').update(`router-preset:${slug}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

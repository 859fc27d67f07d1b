import type { Value } from '../../engine/values.ts'

/**
 * The sandbox runs no programs, so each ends well, but for those that say themselves that they do not: `exit 1`, `npm test && exit 3`, `false`.
 * So it can be seen how a deployment or a job fails.
 */
export function exitStatus(component: Value, command: 'build_command' | 'run_command'): number {
  const last = String(component[command] ?? '')
    .split(/&&|;|\n/)
    .at(-1)
    ?.trim()
  if (last === 'false') return 1
  return Number(/^exit\s+(\d{1,3})$/.exec(last ?? '')?.[1] ?? 0)
}

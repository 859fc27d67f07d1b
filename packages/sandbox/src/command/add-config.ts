/** `spindrift-sandbox config`: effective settings of `start` and their sources. */
import type { Command } from 'commander'
import { formatState, isPostgres } from '../options.ts'
import { addSettings, readSettings } from './settings/add-settings.ts'
import type { ResolvedSetting } from './settings/resolve-settings.ts'
import { listUnknownVariables } from './settings/setting.ts'
import { startSettings } from './settings/start-settings.ts'

export function addConfig(program: Command): void {
  addSettings(program.command('config').description('print the settings of start and their sources'), startSettings).action(
    async (_flags: unknown, command: Command) => {
      const { resolvedSettings, values } = await readSettings(command, startSettings)
      const masked = hideSecrets(resolvedSettings)
      const unknown = listUnknownVariables(startSettings, process.env)
      console.log(
        values.json
          ? JSON.stringify({ settings: masked, unread: unknown.map(({ name }) => name) })
          : [...formatRows(masked), ...unknown.map(({ message }) => message)].join('\n'),
      )
    },
  )
}

function hideSecrets(resolvedSettings: readonly ResolvedSetting[]): readonly ResolvedSetting[] {
  const secrets = new Set<string>(Object.values(startSettings).flatMap((setting) => ('isSecret' in setting ? [setting.name] : [])))
  return resolvedSettings.map((each) =>
    secrets.has(each.name) && each.value !== undefined ? { ...each, value: 'hidden' } : hidePassword(each),
  )
}

/** Hides the password in a URL. */
function hidePassword(setting: ResolvedSetting): ResolvedSetting {
  if (typeof setting.value !== 'string') return setting
  if (isPostgres(setting.value)) return { ...setting, value: formatState(setting.value) }
  return { ...setting, value: setting.value.replace(/^([a-z]+:\/\/[^:/@]*):[^/]*@/, '$1:hidden@') }
}

function formatRows(resolvedSettings: readonly ResolvedSetting[]): readonly string[] {
  const rows = resolvedSettings.map(({ name, value, from = 'default' }) => [
    name,
    Array.isArray(value) ? value.join(', ') : String(value ?? '-'),
    from,
  ])
  const [first = 0, second = 0] = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map(([name = '', value = '', from = '']) => `${name.padEnd(first)}  ${value.padEnd(second)}  ${from}`)
}

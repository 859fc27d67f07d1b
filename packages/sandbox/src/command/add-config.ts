/** `spindrift-sandbox config`: what `start` would go by, and where each of it comes from. */
import type { Command } from 'commander'
import { nearestName } from '../control/nearest-name.ts'
import { addSettings, readSettings } from './settings/add-settings.ts'
import type { Held } from './settings/resolve-settings.ts'
import { listUnread, listVariables } from './settings/setting.ts'
import { startSettings } from './settings/start-settings.ts'

export function addConfig(program: Command): void {
  addSettings(
    program.command('config').description('print the settings that start would use, and where each comes from'),
    startSettings,
  ).action(async (_flags: unknown, command: Command) => {
    const { held, values } = await readSettings(command, startSettings)
    const shown = hideSecrets(held)
    const unread = listUnread(startSettings, process.env)
    console.log(values.json ? JSON.stringify({ settings: shown, unread }) : [...formatRows(shown), ...unread.map(formatUnread)].join('\n'))
  })
}

function hideSecrets(held: readonly Held[]): readonly Held[] {
  const secrets = new Set<string>(Object.values(startSettings).flatMap((setting) => ('isSecret' in setting ? [setting.name] : [])))
  return held.map((each) => (secrets.has(each.name) && each.value !== undefined ? { ...each, value: 'hidden' } : hidePassword(each)))
}

/** The address of a database may have one. */
function hidePassword(held: Held): Held {
  if (typeof held.value !== 'string') return held
  return { ...held, value: held.value.replace(/^([a-z]+:\/\/[^:/@]*):[^/]*@/, '$1:hidden@') }
}

function formatRows(held: readonly Held[]): readonly string[] {
  const rows = held.map(({ name, value, from = 'default' }) => [name, Array.isArray(value) ? value.join(', ') : String(value ?? '-'), from])
  const [first = 0, second = 0] = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map(([name = '', value = '', from = '']) => `${name.padEnd(first)}  ${value.padEnd(second)}  ${from}`)
}

function formatUnread(variable: string): string {
  const nearest = nearestName(variable, Object.values(startSettings).flatMap(listVariables))
  return `${variable} is set and read by nothing.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`
}

/** Settings as the configuration table of the README. */
import type { Settings } from './setting.ts'

export function formatSettingsTable(table: Settings): string {
  const rows = Object.values(table).map(({ name, takes, about, otherwise = '' }) => {
    const flag = `--${name}${takes === undefined ? '' : ` <${takes.replaceAll('|', '\\|')}>`}`
    return `| \`${flag}\` | ${otherwise} | ${about} |`
  })
  return ['| flag | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

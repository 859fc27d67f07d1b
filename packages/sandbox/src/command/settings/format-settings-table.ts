/** Configuration table of the README. */
import type { Settings } from './setting.ts'

export function formatSettingsTable(table: Settings): string {
  const rows = Object.values(table).map(({ name, valueName, description, details, defaultText = '' }) => {
    const flag = `--${name}${valueName === undefined ? '' : ` <${valueName.replaceAll('|', '\\|')}>`}`
    return `| \`${flag}\` | ${defaultText} | ${details === undefined ? description : `${description}; ${details}`} |`
  })
  return ['| flag | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

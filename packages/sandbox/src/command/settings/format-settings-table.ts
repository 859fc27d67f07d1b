/** The settings as the table of the README. */
import { listVariables, type Settings } from './setting.ts'

export function formatSettingsTable(table: Settings): string {
  const rows = Object.values(table).map((setting) => {
    const { name, takes, about, otherwise = '' } = setting
    const flag = `--${name}${takes === undefined ? '' : ` <${takes.replaceAll('|', '\\|')}>`}`
    const variables = listVariables(setting).map((variable) => `\`${variable}\``)
    return `| \`${flag}\` | ${variables.join(', ')} | ${otherwise} | ${about} |`
  })
  return ['| flag | variable | default | |', '|---|---|---|---|', ...rows].join('\n')
}

/** Help pages of the programs of a package and of their commands, as text to review. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export function describeCommands(folder: string): string | undefined {
  const { bin = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly bin?: Readonly<Record<string, string>> }
  const pages = Object.values(bin).flatMap((file) => readHelp(join(folder, file), []))
  return pages.length === 0 ? undefined : pages.join('\n')
}

function readHelp(file: string, command: readonly string[]): string[] {
  const page = execFileSync(process.execPath, [file, ...command, '--help'], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '100' },
    timeout: 120_000,
  })
  const list = /^Commands:\n((?: .*\n?)+)/m.exec(page)?.[1] ?? ''
  const commands = [...list.matchAll(/^ {2}(\w[\w-]*)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help')
  return [`${page.trimEnd()}\n`, ...commands.flatMap((name) => readHelp(file, [...command, name]))]
}

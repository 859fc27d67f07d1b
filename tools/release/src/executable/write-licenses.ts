/** What has to go along with a program that others' modules were put into. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** @param modules their files @throws Error for a package that has no license to pass on */
export function writeLicenses(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((path) => /^.*node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+(?=[/\\])/.exec(path)?.[0] ?? []))
  return [describeNode(), ...[...folders].toSorted().map(describePackage)].join(`\n${'-'.repeat(80)}\n\n`)
}

function describePackage(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, string>>
  const file = ['LICENSE', 'LICENSE.md', 'LICENCE'].map((each) => join(folder, each)).find((path) => existsSync(path))
  if (file === undefined) throw new Error(`${dirname(folder)}: ${name} has no license file to pass on.`)
  return `${name} ${version} (${license})\n\n${readFileSync(file, 'utf8').trim()}\n`
}

function describeNode(): string {
  const title = `Node.js ${process.version}`
  // Where a download of Node has it; installed by npm, it has none.
  const file = join(dirname(process.execPath), '../LICENSE')
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : `https://github.com/nodejs/node/blob/${process.version}/LICENSE`
  return `${title}\n\n${text}\n`
}

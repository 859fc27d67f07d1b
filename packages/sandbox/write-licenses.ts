/** Licenses of the modules bundled into a file. The first line of each license says whose it is, for bills of materials. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * @param modules their files
 * @param others texts that go before them
 * @throws Error for a package that has no license to pass on
 */
export function writeLicenses(modules: readonly string[], others: readonly string[] = []): string {
  const folders = new Set(modules.flatMap((path) => /^.*node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+(?=[/\\])/.exec(path)?.[0] ?? []))
  return [...others, ...[...folders].toSorted().map(describePackage)].join(`\n${'-'.repeat(80)}\n\n`)
}

function describePackage(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, string>>
  const text = findLicense(folder)
  if (!text) throw new Error(`${dirname(folder)}: ${name} has no license to pass on, neither as a file nor in its README.`)
  return `${name} ${version} (${license})\n\n${text.trim()}\n`
}

/** Some have it at the end of what they say of themselves. */
function findLicense(folder: string): string | undefined {
  const names = readdirSync(folder)
  const read = (pattern: RegExp) => names.filter((name) => pattern.test(name)).map((name) => readFileSync(join(folder, name), 'utf8'))[0]
  return read(/^licen[cs]e(\.\w+)?$/i) ?? /^#+ licen[cs]e.*\n([^#]+)/im.exec(read(/^readme\.md$/i) ?? '')?.[1]
}

/** Compares the reviewed surface texts with the current ones. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fix = 'Run `pnpm verify surface --write`, review the change and add a changeset.'

/** @returns one sentence for each text that differs from the reviewed one */
export function checkSurface(folder: string, current: ReadonlyMap<string, string>): string[] {
  const reviewed = existsSync(folder) ? readdirSync(folder) : []
  return [
    ...[...current].flatMap(([name, text]) => {
      if (!reviewed.includes(name)) return [`${name} is new and not reviewed. ${fix}`]
      const line = findChange(readFileSync(join(folder, name), 'utf8'), text)
      return line === undefined ? [] : [`${name} changed since its review: ${line}. ${fix}`]
    }),
    ...reviewed.filter((name) => !current.has(name)).map((name) => `${name} was reviewed, but no longer exists. ${fix}`),
  ]
}

export function writeSurface(folder: string, current: ReadonlyMap<string, string>): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of current) writeFileSync(join(folder, name), text)
}

/** Describes the first line that differs. */
function findChange(before: string, after: string): string | undefined {
  if (before === after) return undefined
  const [oldLines, newLines] = [before.split('\n'), after.split('\n')]
  const index = newLines.findIndex((line, at) => line !== oldLines[at])
  const at = index === -1 ? newLines.length : index
  return `line ${at + 1} is "${(newLines[at] ?? '').trim().slice(0, 120)}", was "${(oldLines[at] ?? '').trim().slice(0, 120)}"`
}

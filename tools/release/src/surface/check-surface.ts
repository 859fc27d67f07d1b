/** Compares what was reviewed with what is. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const mend = 'Review `pnpm verify surface --write` and add a changeset.'

/** One sentence for each text that is not as it was reviewed. */
export function checkSurface(folder: string, wanted: ReadonlyMap<string, string>): string[] {
  const reviewed = existsSync(folder) ? readdirSync(folder) : []
  return [
    ...[...wanted].flatMap(([name, text]) => {
      if (!reviewed.includes(name)) return [`${name} was not reviewed. ${mend}`]
      const line = findChange(readFileSync(join(folder, name), 'utf8'), text)
      return line === undefined ? [] : [`${name} is not what was reviewed: ${line}. ${mend}`]
    }),
    ...reviewed.filter((name) => !wanted.has(name)).map((name) => `${name} was reviewed, and there is no such thing any more. ${mend}`),
  ]
}

export function writeSurface(folder: string, wanted: ReadonlyMap<string, string>): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of wanted) writeFileSync(join(folder, name), text)
}

/** Where two texts part. */
function findChange(before: string, after: string): string | undefined {
  if (before === after) return undefined
  const [old, now] = [before.split('\n'), after.split('\n')]
  const index = now.findIndex((line, at) => line !== old[at])
  const at = index === -1 ? now.length : index
  return `line ${at + 1} has "${(now[at] ?? '').trim().slice(0, 120)}", and had "${(old[at] ?? '').trim().slice(0, 120)}"`
}

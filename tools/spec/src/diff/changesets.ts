/** Formats, parses and checks changesets for changes of the specification. */
import { impactOf, impacts, packages, type Change, type Impact, type PackageName } from './change.ts'

export type Bump = 'major' | 'minor' | 'patch'
const bumps: readonly Bump[] = ['major', 'minor', 'patch']

/** Returns the version bump for an impact. Below 1.0.0 a minor version can contain breaking changes. */
export function bumpFor(impact: Impact, version: string): Bump {
  if (impact === 'breaking') return version.startsWith('0.') ? 'minor' : 'major'
  return impact === 'addition' ? 'minor' : 'patch'
}

/** Returns the worst impact on each affected package. */
export function worstOfEach(changes: readonly Change[]): ReadonlyMap<PackageName, Impact> {
  return new Map(
    packages.flatMap((name) => {
      const met = new Set(changes.map(({ reaches }) => reaches[name]))
      const worst = impacts.find((impact) => met.has(impact))
      return worst ? [[name, worst] as const] : []
    }),
  )
}

const headings = { breaking: 'Breaking', addition: 'New', fix: 'Fixed' } as const satisfies Record<Impact, string>
/** Maximum number of listed fixes. The rest is only counted. */
const maxListedFixes = 40

export function formatChangeset(changes: readonly Change[], version: string): string {
  const releases = [...worstOfEach(changes)].map(([name, impact]) => `'@spindrift/${name}': ${bumpFor(impact, version)}`)
  const sections = impacts.flatMap((impact) => {
    const sentences = changes.filter((change) => impactOf(change) === impact).map(({ sentence }) => `- ${sentence}`)
    if (sentences.length === 0) return []
    const listed = impact === 'fix' ? sentences.slice(0, maxListedFixes) : sentences
    const left = sentences.length - listed.length
    return [`**${headings[impact]}**\n\n${[...listed, ...(left > 0 ? [`- And ${left} more fixes.`] : [])].join('\n')}`]
  })
  return `---\n${releases.join('\n')}\n---\n\nThe APIs have changed.\n\n${sections.join('\n\n')}\n`
}

/** Version bumps and text of a changeset. */
export interface Changeset {
  readonly bumps: ReadonlyMap<string, Bump>
  readonly text: string
}

export function parseChangeset(file: string): Changeset {
  const [, head = '', text = ''] = /^---\r?\n(.*?)^---\r?\n(.*)$/ms.exec(file) ?? []
  const rows = [...head.matchAll(/^['"]?(@spindrift\/[a-z]+)['"]?:\s*(major|minor|patch)\s*$/gm)]
  return { bumps: new Map(rows.map(([, name = '', bump]) => [name, bump as Bump])), text: text.trim() }
}

/** Returns one sentence for each package without a changeset of the required bump. */
export function checkChangesets(changes: readonly Change[], changesets: readonly Changeset[], version: string): string[] {
  return [...worstOfEach(changes)].flatMap(([name, impact]) => {
    const needed = bumpFor(impact, version)
    const isEnough = changesets.some(({ bumps: given, text }) => {
      const bump = given.get(`@spindrift/${name}`)
      return (
        bump !== undefined &&
        bumps.indexOf(bump) <= bumps.indexOf(needed) &&
        (impact !== 'breaking' || bump === 'major' || /\bbreak/i.test(text))
      )
    })
    if (isEnough) return []
    const worst = changes.find(({ reaches }) => reaches[name] === impact)?.sentence ?? ''
    const [article, said] = [
      impact === 'addition' ? 'an' : 'a',
      impact === 'breaking' && needed !== 'major' ? ' that says what breaks' : '',
    ]
    return [`@spindrift/${name} has ${article} ${impact} change and no ${needed} changeset${said}: ${worst}`]
  })
}

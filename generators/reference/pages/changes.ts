/** Changelog pages: one per package, and the list of packages. */
import type { Changes } from '../sources/sources.ts'
import type { Site } from '../site/addresses.ts'
import type { Page } from '../site/page.ts'
import { renderProse } from '../site/prose.ts'

export function renderChanges(site: Site, { next, released }: Changes): Page[] {
  const names = [...new Set([...next.flatMap(({ packages }) => packages), ...released.map(({ name }) => name)])].toSorted()
  const pages = names.map((name) => {
    const notes = next.filter(({ packages }) => packages.includes(name)).map(({ text }) => `- ${text.replaceAll('\n', '\n  ')}\n`)
    const before = released.find((release) => release.name === name)?.text.replace(/^(#+) /gm, '#$1 ')
    return renderProse(site, {
      address: `changes/${name.split('/').at(-1) ?? name}`,
      kind: 'list',
      title: `Changelog of ${name}`,
      description: `Releases of ${name}, newest first, and unreleased changes.`,
      breadcrumbs: [{ title: 'Changelog', address: 'changes' }],
      text: [...(notes.length > 0 ? [`## Next release\n\n${notes.join('')}`] : []), ...(before === undefined ? [] : [before])].join('\n\n'),
    })
  })
  const list = renderProse(site, {
    address: 'changes',
    kind: 'list',
    title: 'Changelog',
    description: 'Releases of every package, newest first, and unreleased changes.',
    breadcrumbs: [],
    text: pages.map(({ title, address }, index) => `- [${names[index] ?? title}](${address}.md)\n`).join(''),
  })
  return [list, ...pages]
}

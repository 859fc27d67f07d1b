/** What changed, package by package, as it was written to users; and the list of the packages. */
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
      title: `What changed in ${name}`,
      description: `The releases of ${name}, the newest first, and what the next one brings.`,
      trail: [{ title: 'What changed', address: 'changes' }],
      text: [...(notes.length > 0 ? [`## Next release\n\n${notes.join('')}`] : []), ...(before === undefined ? [] : [before])].join('\n\n'),
    })
  })
  const list = renderProse(site, {
    address: 'changes',
    kind: 'list',
    title: 'What changed',
    description: 'The releases of every package, the newest first, and what the next one brings.',
    trail: [],
    text: pages.map(({ title, address }, index) => `- [${names[index] ?? title}](${address}.md)\n`).join(''),
  })
  return [list, ...pages]
}

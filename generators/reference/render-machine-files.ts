/** Renders the machine-readable files: llms.txt, llms-full.txt, sitemap.xml and the OpenAPI bundles. */
import type { ApiModel } from '../model/api-model.ts'
import { emitPath } from '../kit/emit-path.ts'
import { printYaml } from '../kit/print-yaml.ts'
import type { Chapter } from './pages/guides.ts'
import type { PageRecord } from './site/page.ts'
import { escapeTags } from './format-markdown.ts'

export interface MachineFile {
  /** Path below the root of the site. */
  readonly name: string
  readonly text: string
}

/** Default URL of the local server; `--out` with `--base-url` overrides it. */
const localUrl = 'http://127.0.0.1:4040/'

export function renderMachineFiles(model: ApiModel, pages: readonly PageRecord[], chapters: readonly Chapter[]): MachineFile[] {
  return [
    { name: 'llms.txt', text: escapeTags(printMap(model, pages, chapters)) },
    { name: 'llms-full.txt', text: `${pages.map(({ markdown }) => markdown.trim()).join('\n\n---\n\n')}\n` },
    { name: 'sitemap.xml', text: printSitemap(pages) },
    ...model.apis.flatMap(({ name, document }) => [
      { name: emitPath('bundles', `${name}.json`), text: `${JSON.stringify(document)}\n` },
      { name: emitPath('bundles', `${name}.yaml`), text: printYaml(document) },
    ]),
  ]
}

function printMap(model: ApiModel, pages: readonly PageRecord[], chapters: readonly Chapter[]): string {
  const home = pages.find(({ kind }) => kind === 'home')
  const list = (records: readonly PageRecord[]) =>
    records.map(({ title, address, description }) => `- [${title}](${address}.md): ${description}\n`).join('')
  const families = model.apis.map(({ name, title }) => ({
    title,
    pages: pages.filter(
      ({ kind, address }) => (kind === 'api' && address === name) || (kind === 'family' && address.startsWith(`${name}/`)),
    ),
  }))
  const bundles = model.apis.map(
    ({ name, title }) => `- [${title}, OpenAPI as JSON](bundles/${name}.json)\n- [${title}, OpenAPI as YAML](bundles/${name}.yaml)\n`,
  )
  return [
    `# ${home?.title ?? 'Reference'}\n\n> ${home?.description ?? ''}\n\nEvery page is also available as Markdown: replace \`.html\` with \`.md\` in its URL.\n`,
    ...[...chapters, ...families].map((chapter) => `## ${chapter.title}\n\n${list(chapter.pages)}`),
    `## Optional\n\n- [All pages as one text](llms-full.txt)\n${bundles.join('')}`,
  ].join('\n')
}

function printSitemap(pages: readonly PageRecord[]): string {
  const entries = pages.map(({ address }) => `  <url><loc>${localUrl}${address === 'index' ? '' : `${address}.html`}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`
}

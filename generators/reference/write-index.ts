/** Writes the page that lists the APIs, from index-template.html. */
import { readFileSync } from 'node:fs'
import type { Api } from '../model/api-model.ts'
import { escapeHtml } from './escape-html.ts'

export interface IndexEntry {
  readonly api: Api
  readonly href: string
  readonly bytes: number
  readonly gzipBytes: number
}

const template = readFileSync(new URL('index-template.html', import.meta.url), 'utf8')

export function writeIndex(entries: readonly IndexEntry[]): string {
  const operations = entries.reduce((sum, { api }) => sum + countOperations(api), 0)
  return template
    .replace('{{total}}', () => `${operations} operations in ${entries.length} APIs`)
    .replace('{{apis}}', () => entries.map(writeEntry).join('\n').trimStart())
}

function writeEntry({ api, href, bytes, gzipBytes }: IndexEntry): string {
  // The model has of `info` what other generators read.
  const { summary, description } = api.document.info as Api['document']['info'] & { readonly summary?: string }
  const facts = [
    ['Operations', String(countOperations(api))],
    ['Version', escapeHtml(api.version)],
    ['Base URL', `<code>${escapeHtml(api.baseUrl)}</code>`],
    ['Page', `${formatBytes(bytes)}, ${formatBytes(gzipBytes)} compressed`],
  ]
  return [
    `        <li>`,
    `          <h2><a href="${escapeHtml(href)}">${escapeHtml(api.title)}</a></h2>`,
    `          <p>${escapeHtml(summary ?? firstSentence(description ?? ''))}</p>`,
    `          <dl>`,
    ...facts.map(([name, value]) => `            <div><dt>${name}</dt><dd>${value}</dd></div>`),
    `          </dl>`,
    `        </li>`,
  ].join('\n')
}

function countOperations(api: Api): number {
  return api.families.reduce((sum, family) => sum + family.operations.length, 0)
}

function firstSentence(text: string): string {
  return /^[\s\S]*?\.(?=\s|$)/.exec(text)?.[0] ?? text
}

function formatBytes(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

/** Has Redocly's `build-docs` make the page of one API. It works on files, so it is given a folder of its own. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BundledDocument } from '../model/api-model.ts'

const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
const config = fileURLToPath(new URL('redocly.yaml', import.meta.url))
const template = fileURLToPath(new URL('page-template.html', import.meta.url))
const environment = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

const cache = fileURLToPath(new URL('../node_modules/.cache/reference/', import.meta.url))

/** A page whose document and settings have not changed is not made again: three of the four APIs, after most edits. */
export async function renderPage(document: BundledDocument): Promise<string> {
  const input = JSON.stringify(document)
  const settings = await Promise.all([config, template, redocly.replace('bin/cli.js', 'package.json')].map((file) => readFile(file)))
  const hash = createHash('sha256').update(input)
  for (const setting of settings) hash.update(setting)
  const name = document.info.title.replace(/[^A-Za-z]+/g, '-')
  const kept = join(cache, name, `${hash.digest('hex')}.html`)
  const earlier = await readFile(kept, 'utf8').catch(() => undefined)
  if (earlier !== undefined) return earlier
  const page = await buildPage(document.info.title, input)
  await rm(join(cache, name), { recursive: true, force: true })
  await mkdir(join(cache, name), { recursive: true })
  await writeFile(kept, page)
  return page
}

async function buildPage(title: string, input: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spindrift-reference-'))
  try {
    await writeFile(join(folder, 'api.json'), input)
    const args = ['build-docs', 'api.json', '--output', 'page.html', '--inlineBundle', '--config', config, '--template', template]
    await promisify(execFile)(process.execPath, [redocly, ...args], { cwd: folder, env: { ...process.env, ...environment } })
    return await readFile(join(folder, 'page.html'), 'utf8')
  } catch (error) {
    const { stderr } = error as { readonly stderr?: string }
    throw new Error(`redocly build-docs made no page of "${title}": ${stderr?.trim() || String(error)}`, { cause: error })
  } finally {
    await rm(folder, { recursive: true })
  }
}

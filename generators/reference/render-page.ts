/** Has Redocly's `build-docs` make the page of one API. It works on files, so it is given a folder of its own. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BundledDocument } from '../model/api-model.ts'

const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
const config = fileURLToPath(new URL('redocly.yaml', import.meta.url))
const template = fileURLToPath(new URL('page-template.html', import.meta.url))
const environment = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

export async function renderPage(document: BundledDocument): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spindrift-reference-'))
  try {
    await writeFile(join(folder, 'api.json'), JSON.stringify(document))
    const args = ['build-docs', 'api.json', '--output', 'page.html', '--inlineBundle', '--config', config, '--template', template]
    await promisify(execFile)(process.execPath, [redocly, ...args], { cwd: folder, env: { ...process.env, ...environment } })
    return await readFile(join(folder, 'page.html'), 'utf8')
  } catch (error) {
    const { stderr } = error as { readonly stderr?: string }
    throw new Error(`redocly build-docs made no page of "${document.info.title}": ${stderr?.trim() || String(error)}`, { cause: error })
  } finally {
    await rm(folder, { recursive: true })
  }
}

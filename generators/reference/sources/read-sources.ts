/** Reads the sources of the site beside the specification: guides, workflows, changesets and coverage. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { type Changes, type Coverage, type Guide, noSources, type Sources, type Workflow, type WorkflowStep } from './sources.ts'

/** Folder of the guides: Markdown files with front matter. */
const guidesFolder = 'packages/reference/guides'

export function readSources(root: string): Sources {
  return {
    guides: listFiles(join(root, guidesFolder), '.md')
      .map((path) => ({ ...readGuide(path), name: basename(path, '.md') }))
      .toSorted((a, b) => a.order - b.order),
    workflows: listFiles(join(root, 'spec/workflows'), '.arazzo.yaml').map(readWorkflow),
    changes: readChanges(root),
    coverage: readCoverage(root),
  }
}

function listFiles(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => join(folder, name))
}

function readGuide(path: string): Omit<Guide, 'name'> & { readonly order: number } {
  const { head, text } = splitFrontMatter(readFileSync(path, 'utf8'))
  const { chapter, title, description, order } = head
  if (typeof chapter !== 'string' || typeof title !== 'string' || typeof description !== 'string' || typeof order !== 'number')
    throw new Error(`${path} must start with front matter: chapter, title, description and order.`)
  // Comments mark generated tables.
  return { chapter, title, description, order, text: text.replace(/^<!--.*-->\n/gm, '') }
}

function splitFrontMatter(file: string): { readonly head: Readonly<Record<string, unknown>>; readonly text: string } {
  const [, head = '', text = file] = /^---\r?\n(.*?)^---\r?\n(.*)$/ms.exec(file) ?? []
  return { head: (parse(head) ?? {}) as Readonly<Record<string, unknown>>, text: text.trim() }
}

interface Workflows {
  readonly info: { readonly title: string }
  readonly workflows: readonly { readonly summary: string; readonly steps: readonly WorkflowStep[] }[]
}

function readWorkflow(path: string): Workflow {
  const file = readFileSync(path, 'utf8')
  const { info, workflows } = parse(file) as Workflows
  const comment = /^(?:#.*\n)+/.exec(file)?.[0].replace(/^# ?/gm, '').replace(/\s+/g, ' ').trim() ?? ''
  return {
    name: basename(path, '.arazzo.yaml'),
    title: info.title,
    description: comment === '' ? (workflows[0]?.summary ?? '') : comment,
    steps: workflows.flatMap(({ steps }) => steps),
  }
}

function readChanges(root: string): Changes {
  const next = listFiles(join(root, '.changeset'), '.md')
    .filter((path) => basename(path) !== 'README.md')
    .map((path) => {
      const { head, text } = splitFrontMatter(readFileSync(path, 'utf8'))
      return { packages: Object.keys(head).toSorted(), text }
    })
  const packages = join(root, 'packages')
  const released = (existsSync(packages) ? readdirSync(packages).toSorted() : [])
    .map((name) => ({ name: `@spindrift/${name}`, path: join(packages, name, 'CHANGELOG.md') }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({
      name,
      text: readFileSync(path, 'utf8')
        .replace(/^# .*\n/, '')
        .trim(),
    }))
  return { next, released }
}

function readCoverage(root: string): Coverage {
  const folder = join(root, 'packages/reference/coverage')
  if (!existsSync(folder)) return noSources.coverage
  const notes = parse(readFileSync(join(folder, 'notes.yaml'), 'utf8')) as Omit<Coverage, 'families'>
  return { ...notes, families: JSON.parse(readFileSync(join(folder, 'clients.json'), 'utf8')) as Coverage['families'] }
}

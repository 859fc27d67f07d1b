/**
 * What an app could be made of. The sandbox fetches no repository, so it goes by the words in the repository's name, the branch and the
 * folder: `orders-api-python` is a program in Python, `docs/site` a static site. What says nothing is a program in Node.js, as most are.
 */
import { buildpackOfEnvironment, buildpacks } from '../../catalog/app-buildpacks.ts'
import { appRegions } from '../../catalog/app-regions.ts'
import type { Behavior, Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { ReplyOf, Sent } from '../../engine/kinds.ts'
import type { FamilyBehavior } from '../family.ts'
import { type AppSpec, repositoryHosts } from './components.ts'
import { findSourceFaults } from './source-faults.ts'

type Request = Call<'apps_detect'>['body']
type Result = Sent<ReplyOf<'apps_detect'>>
type Detected = Result['components'][number]

interface Project {
  /** Any of them tells. */
  readonly words: readonly string[]
  readonly found: Omit<Detected, 'source_dir' | 'component_type' | 'buildpacks'>
}

const program = ['service', 'worker', 'job'] as const

/** The first that fits is it. */
const projects: readonly Project[] = [
  {
    words: ['docker', 'dockerfile', 'container'],
    found: { strategy: 'DOCKERFILE', types: program, dockerfiles: ['Dockerfile'], http_ports: [8080] },
  },
  {
    words: ['functions', 'serverless'],
    found: {
      strategy: 'SERVERLESS',
      types: ['functions'],
      serverless_packages: [{ name: 'default', functions: [{ name: 'hello', package: 'default', runtime: 'nodejs:18' }] }],
    },
  },
  { words: ['static', 'site', 'website', 'pages', 'html'], found: { strategy: 'HTML', types: ['static_site'] } },
  {
    words: ['python', 'django', 'flask', 'fastapi'],
    found: { ...built('python', 'gunicorn --worker-tmp-dir /dev/shm app:app'), env_vars: [{ key: 'SECRET_KEY', type: 'SECRET' }] },
  },
  { words: ['go', 'golang'], found: { ...built('go', 'bin/app'), build_command: 'go build -o bin/app .' } },
]

const usual: Project['found'] = { ...built('node-js', 'npm start'), build_command: 'npm run build' }

function built(environment: string, command: string): Project['found'] {
  return { strategy: 'BUILDPACK', types: program, run_command: command, environment_slug: environment, http_ports: [8080] }
}

const detect: Behavior<'apps_detect'> = ({ body }) => {
  const [fault] = findSourceFaults(body, ['git', ...repositoryHosts])
  if (fault) throw unprocessable([fault.field === '' ? 'source' : fault.field, fault.message].join(': '))
  const { repository, branch } = sourceOf(body)
  const folder = body.source_dir ?? ''
  const words = new Set(`${repository} ${branch} ${folder}`.toLowerCase().split(/[^a-z0-9]+/))
  const components = words.has('empty')
    ? []
    : [describe(projects.find(({ words: any }) => any.some((word) => words.has(word)))?.found ?? usual, folder)]
  return { components, ...findTemplate(words, body, repository, components), pending: false }
}

/** The repository's own name, without its owner. */
function sourceOf(body: Request): { readonly repository: string; readonly branch: string } {
  const source = body.github ?? body.gitlab ?? body.bitbucket
  const address = source?.repo ?? body.git?.repo_clone_url ?? ''
  const name =
    address
      .replace(/\.git$/, '')
      .split('/')
      .at(-1) ?? ''
  return { repository: name, branch: source?.branch ?? body.git?.branch ?? '' }
}

function describe(found: Project['found'], folder: string): Detected {
  const id = found.environment_slug && buildpackOfEnvironment[found.environment_slug]
  const used = buildpacks.filter((each) => each.latest && each.id === id)
  const [best = 'service'] = found.types
  return { ...found, component_type: best, source_dir: folder || '/', ...(used.length > 0 && { buildpacks: used }) }
}

/** A repository that is called a template has one; where it is called invalid too, it cannot be read. */
function findTemplate(
  words: ReadonlySet<string>,
  body: Request,
  repository: string,
  components: readonly Detected[],
): Pick<Result, 'template' | 'template_found' | 'template_valid' | 'template_error'> {
  if (!words.has('template')) return { template_found: false, template_valid: false }
  if (words.has('invalid'))
    return { template_found: true, template_valid: false, template_error: 'The template for a deployment is no valid YAML.' }
  return { template: { spec: writeTemplate(body, repository, components) }, template_found: true, template_valid: true }
}

const listOf = { service: 'services', static_site: 'static_sites', worker: 'workers', job: 'jobs', functions: 'functions' } as const

function writeTemplate({ git, github, gitlab, bitbucket }: Request, repository: string, components: readonly Detected[]): AppSpec {
  const source = { ...(git && { git }), ...(github && { github }), ...(gitlab && { gitlab }), ...(bitbucket && { bitbucket }) }
  const region = appRegions.find((each) => each.default)?.slug ?? 'nyc'
  const spec: AppSpec = { name: nameFrom(repository), region }
  for (const { component_type: type, environment_slug: environment, run_command: command, source_dir: folder } of components) {
    const how = {
      ...(environment !== undefined && { environment_slug: environment }),
      ...(command !== undefined && { run_command: command }),
    }
    spec[listOf[type]] = [{ name: type.replace('_', '-'), ...source, source_dir: folder, ...(type !== 'functions' && how) }]
  }
  return spec
}

/** What apps may be called: 2 to 32 small letters, digits and hyphens that begin with a letter. */
function nameFrom(repository: string): string {
  const name = repository
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 32)
    .replace(/-+$/, '')
  return name.length < 2 ? 'app' : name
}

export const appDetection: FamilyBehavior = { behaviors: { apps_detect: detect } }

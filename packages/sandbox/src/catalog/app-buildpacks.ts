/** Buildpacks for apps without a Dockerfile. */
const docs = 'https://docs.spindrift.example/apps/buildpacks'

export interface AppBuildpack {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly major_version: number
  readonly latest: boolean
  readonly description: readonly string[]
  readonly docs_link: string
}

const node = { id: 'spindrift/node', name: 'Node.js', description: ['Installs Node.js and the packages of a project, and builds it.'] }
const python = { id: 'spindrift/python', name: 'Python', description: ['Installs Python and the packages of a project.'] }
const go = { id: 'spindrift/go', name: 'Go', description: ['Builds the program of a Go module.'] }

/** Buildpacks; the latest version of each is last. */
export const buildpacks: readonly AppBuildpack[] = [
  { ...node, version: '1.12.4', major_version: 1, latest: false, docs_link: `${docs}/node` },
  { ...node, version: '2.3.0', major_version: 2, latest: true, docs_link: `${docs}/node` },
  { ...python, version: '3.1.2', major_version: 3, latest: false, docs_link: `${docs}/python` },
  { ...python, version: '4.0.1', major_version: 4, latest: true, docs_link: `${docs}/python` },
  { ...go, version: '2.0.5', major_version: 2, latest: true, docs_link: `${docs}/go` },
]

/** Buildpack id by `environment_slug` of a component. */
export const buildpackByEnvironment: Readonly<Record<string, string>> = {
  'node-js': node.id,
  python: python.id,
  go: go.id,
}

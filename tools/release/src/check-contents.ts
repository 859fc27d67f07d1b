/** What a published package may hold, and what its manifest may ask for. */
import type { PackedPackage } from './pack-packages.ts'

const allowed = [
  /^package\.json$/,
  /^README\.md$/,
  /^LICENSE$/,
  /^CHANGELOG\.md$/,
  /^COVERAGE\.md$/,
  /^dist\/THIRD-PARTY-LICENSES$/,
  /^worlds\/[a-z]+\.yaml$/,
  /^dist\/worlds\/[a-z]+\.db$/,
  /^dist\/.+\.(js|d\.ts|json|html|css|svg)$/,
  /^dist\/console\/.+\.(br|gz)$/,
  /^dist\/(generated|journeys)\/.+\.yaml$/,
  /^dist\/site\/.+\.(md|txt|xml|yaml)$/,
]
const required = ['package.json', 'README.md', 'LICENSE']
const forbiddenScripts = ['preinstall', 'install', 'postinstall', 'prepare']

/** One sentence for each thing that should not go out. */
export function checkContents({ name, files, manifest }: Pick<PackedPackage, 'name' | 'files' | 'manifest'>): string[] {
  return [
    ...files
      .filter((file) => !allowed.some((pattern) => pattern.test(file)))
      .map((file) => `${name} would publish ${file}, which is not on the list of what may go out.`),
    ...files.filter((file) => /\.test(-d)?\.|\.test\./.test(file)).map((file) => `${name} would publish a test: ${file}.`),
    ...required.filter((file) => !files.includes(file)).map((file) => `${name} would be published without ${file}.`),
    ...forbiddenScripts
      .filter((script) => manifest.scripts?.[script])
      .map((script) => `${name} has a "${script}" script. Users' machines run nothing of ours at installation.`),
    ...Object.entries(manifest.dependencies ?? {})
      .filter(([, range]) => !range.startsWith('workspace:') && !/^\d/.test(range))
      .map(([dependency, range]) => `${name} depends on ${dependency} "${range}". Pin the exact version.`),
  ]
}

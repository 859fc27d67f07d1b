/** Checks the files of a published package, and the scripts and dependencies of its manifest. */
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
  /^dist\/template\.tar\.gz$/,
  /^dist\/console\/.+\.(br|gz)$/,
  /^dist\/(generated|workflows)\/.+\.yaml$/,
  /^dist\/site\/.+\.(md|txt|xml|yaml)$/,
]
const required = ['package.json', 'README.md', 'LICENSE']
const forbiddenScripts = ['preinstall', 'install', 'postinstall', 'prepare']

/** @returns one sentence for each problem */
export function checkContents({ name, files, manifest }: Pick<PackedPackage, 'name' | 'files' | 'manifest'>): string[] {
  return [
    ...files
      .filter((file) => !allowed.some((pattern) => pattern.test(file)))
      .map(
        (file) =>
          `${name} would publish ${file}, which is not allowed. Remove it from "files", or add it to the allowed files in tools/release/src/check-contents.ts.`,
      ),
    ...files
      .filter((file) => /\.test(-d)?\.|\.test\./.test(file))
      .map((file) => `${name} would publish a test: ${file}. Exclude it from the build.`),
    ...required.filter((file) => !files.includes(file)).map((file) => `${name} would be published without ${file}. Add it.`),
    ...forbiddenScripts
      .filter((script) => manifest.scripts?.[script])
      .map((script) => `${name} has a "${script}" script. Remove it: packages must not run code when users install them.`),
    ...Object.entries(manifest.dependencies ?? {})
      .filter(([, range]) => !range.startsWith('workspace:') && !/^\d/.test(range))
      .map(([dependency, range]) => `${name} depends on ${dependency} "${range}". Pin the exact version.`),
  ]
}

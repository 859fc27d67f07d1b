/**
 * Renders the public declarations of a package as text to review. Handwritten entries are listed in full, by API Extractor. Of generated
 * entries only the names are listed, because the generated code is reviewed elsewhere.
 */
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { type Entry, listEntries } from '../list-entries.ts'

const isGenerated = ({ declarations }: Entry): boolean => declarations.includes('/dist/generated/')

/** @param scratch an empty folder */
export function createApiReader(folders: readonly string[], scratch: string): (folder: string) => string | undefined {
  const entries = folders.flatMap(listEntries).filter((entry) => !isGenerated(entry))
  // One program for all entries, as they share most declarations.
  let state: CompilerState | undefined
  const report = (folder: string, { declarations }: Entry): string => {
    const config = configure(folder, declarations, scratch)
    state ??= CompilerState.create(config, { additionalEntryPoints: entries.map((entry) => entry.declarations) })
    const { errorCount } = Extractor.invoke(config, {
      compilerState: state,
      localBuild: true,
      messageCallback: (message) => void (message.logLevel === ExtractorLogLevel.Error || (message.handled = true)),
    })
    if (errorCount > 0) throw new Error(`${declarations} has errors; see above.`)
    return readFileSync(join(scratch, 'entry.api.md'), 'utf8')
  }
  return (folder) => {
    const all = listEntries(folder)
    if (all.length === 0) return undefined
    const generated = new Set(globSync(join(folder, 'dist/generated/**/*.d.ts')).flatMap(listNames))
    const listed = new Set<string>()
    const handwritten = all
      .filter((entry) => !isGenerated(entry))
      .map((entry) => `## ${entry.name}\n\n${cleanReport(report(folder, entry), generated, listed)}`)
    return [...handwritten, ...formatGenerated(all.filter(isGenerated))].join('\n')
  }
}

function configure(folder: string, declarations: string, scratch: string): ExtractorConfig {
  mkdirSync(scratch, { recursive: true })
  const none = { default: { logLevel: ExtractorLogLevel.None } }
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: declarations,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2024',
            lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable'],
            module: 'nodenext',
            types: ['node'],
            strict: true,
            skipLibCheck: true,
          },
          files: [declarations],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: 'entry.api.md',
        reportFolder: relative(folder, scratch),
        reportTempFolder: relative(folder, join(scratch, 'temp')),
        includeForgottenExports: true,
      },
      dtsRollup: { enabled: false },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: none,
        tsdocMessageReporting: none,
      },
    },
  })
}

/**
 * Removes repeated comments, generated declarations, and unexported declarations that an earlier entry listed.
 *
 * @param listed declarations of earlier entries; those of this one are added
 */
export function cleanReport(report: string, generated: ReadonlySet<string>, listed: Set<string>): string {
  const code = /```ts\n([\s\S]*?)```/.exec(report)?.[1] ?? ''
  const blocks = code
    .split(/\n(?=[^\s})\]])/)
    .map((block) => block.replaceAll(/^ *\/\/ (?:@public.*|\(undocumented\)|\(No @packageDocumentation.*)\n?/gm, '').trimEnd())
    .filter((block) => block !== '' && !block.startsWith('import '))
    .filter((block) => !generated.has(/^(?:abstract class|class|const|function|interface|type) (\w+)/.exec(block)?.[1] ?? ''))
    .filter((block) => block.startsWith('export ') || !listed.has(block))
  for (const block of blocks) listed.add(block)
  return `\`\`\`ts\n${blocks.join('\n')}\n\`\`\`\n`
}

/** Lists each name once, with the smallest entry that exports it. */
function formatGenerated(entries: readonly Entry[]): string[] {
  if (entries.length === 0) return []
  const listed = new Set<string>()
  const lines = entries
    .map(({ name, declarations }) => ({ name, names: listNames(declarations) }))
    .toSorted((one, other) => one.names.length - other.names.length || (one.name < other.name ? -1 : 1))
    .map(({ name, names }) => {
      const own = names.filter((each) => !listed.has(each))
      for (const each of own) listed.add(each)
      return `- \`${name}\`: ${[...own, ...(own.length < names.length ? ['and what others have'] : [])].join(', ')}`
    })
  return [`## Generated\n\n${lines.toSorted().join('\n')}\n`]
}

function listNames(declarations: string): string[] {
  const text = readFileSync(declarations, 'utf8')
  const declared = [...text.matchAll(/^export (?:declare )?(?:interface|type|const|function|class) (\w+)/gm)].map(([, name = '']) => name)
  const reexported = [...text.matchAll(/^export (?:type )?\{([^}]+)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.replace(/^.* as |type /, '').trim()),
  )
  const all = [...text.matchAll(/^export (?:type )?\* from '\.\/(.+?)\.js'/gm)].map(([, module]) => `all of ${module}`)
  return [...new Set([...declared, ...reexported, ...all])].filter((name) => name !== '').toSorted()
}

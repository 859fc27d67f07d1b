/**
 * The public declarations of a package as text to review. Entries written by hand are told whole, by API Extractor; of entries that are
 * generated the names are told, as their text is committed where it was generated and reviewed there.
 */
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { type Entry, listEntries } from '../list-entries.ts'

const isGenerated = ({ declarations }: Entry): boolean => declarations.includes('/dist/generated/')

/** @param scratch an empty folder */
export function createApiReader(folders: readonly string[], scratch: string): (folder: string) => string | undefined {
  const entries = folders.flatMap(listEntries).filter((entry) => !isGenerated(entry))
  // One program for all of them, as most of the time goes into reading what they have in common.
  let state: CompilerState | undefined
  const report = (folder: string, { declarations }: Entry): string => {
    const config = configure(folder, declarations, scratch)
    state ??= CompilerState.create(config, { additionalEntryPoints: entries.map((entry) => entry.declarations) })
    const { errorCount } = Extractor.invoke(config, {
      compilerState: state,
      localBuild: true,
      messageCallback: (message) => void (message.logLevel === ExtractorLogLevel.Error || (message.handled = true)),
    })
    if (errorCount > 0) throw new Error(`${declarations} cannot be read: see above.`)
    return readFileSync(join(scratch, 'entry.api.md'), 'utf8')
  }
  return (folder) => {
    const all = listEntries(folder)
    if (all.length === 0) return undefined
    const generated = new Set(globSync(join(folder, 'dist/generated/**/*.d.ts')).flatMap(listNames))
    const told = new Set<string>()
    const byHand = all
      .filter((entry) => !isGenerated(entry))
      .map((entry) => `## ${entry.name}\n\n${tidy(report(folder, entry), generated, told)}`)
    return [...byHand, ...writeGenerated(all.filter(isGenerated))].join('\n')
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
 * Without what is said of every declaration alike, what is generated, and what no entry exports and an earlier one told.
 *
 * @param told is added to
 */
export function tidy(report: string, generated: ReadonlySet<string>, told: Set<string>): string {
  const code = /```ts\n([\s\S]*?)```/.exec(report)?.[1] ?? ''
  const kept = code
    .split(/\n(?=[^\s})\]])/)
    .map((block) => block.replaceAll(/^ *\/\/ (?:@public.*|\(undocumented\)|\(No @packageDocumentation.*)\n?/gm, '').trimEnd())
    .filter((block) => block !== '' && !block.startsWith('import '))
    .filter((block) => !generated.has(/^(?:abstract class|class|const|function|interface|type) (\w+)/.exec(block)?.[1] ?? ''))
    .filter((block) => block.startsWith('export ') || !told.has(block))
  for (const block of kept) told.add(block)
  return `\`\`\`ts\n${kept.join('\n')}\n\`\`\`\n`
}

/** Each name once, with the smallest of the entries that have it. */
function writeGenerated(entries: readonly Entry[]): string[] {
  if (entries.length === 0) return []
  const told = new Set<string>()
  const named = entries
    .map(({ name, declarations }) => ({ name, names: listNames(declarations) }))
    .toSorted((one, other) => one.names.length - other.names.length || (one.name < other.name ? -1 : 1))
    .map(({ name, names }) => {
      const own = names.filter((each) => !told.has(each))
      for (const each of own) told.add(each)
      return `- \`${name}\`: ${[...own, ...(own.length < names.length ? ['and what others have'] : [])].join(', ')}`
    })
  return [`## Generated\n\n${named.toSorted().join('\n')}\n`]
}

function listNames(declarations: string): string[] {
  const text = readFileSync(declarations, 'utf8')
  const declared = [...text.matchAll(/^export (?:declare )?(?:interface|type|const|function|class) (\w+)/gm)].map(([, name = '']) => name)
  const passedOn = [...text.matchAll(/^export (?:type )?\{([^}]+)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.replace(/^.* as |type /, '').trim()),
  )
  const all = [...text.matchAll(/^export (?:type )?\* from '\.\/(.+?)\.js'/gm)].map(([, module]) => `all of ${module}`)
  return [...new Set([...declared, ...passedOn, ...all])].filter((name) => name !== '').toSorted()
}

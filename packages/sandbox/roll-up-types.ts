/** Makes one `dist/index.d.ts` of the declarations in `dist/types`, with what its public names need and nothing else. */
import { existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

const folder = fileURLToPath(new URL('.', import.meta.url))
const declarations = `${folder}dist/types`
const entry = `${declarations}/index.d.ts`
if (!existsSync(entry)) throw new Error(`${entry} is not there. Run the package's build, which makes it first.`)

const { succeeded } = Extractor.invoke(
  ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: `${folder}package.json`,
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: entry,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2024',
            lib: ['es2024', 'esnext.disposable'],
            module: 'nodenext',
            types: ['node'],
            strict: true,
            skipLibCheck: true,
          },
          files: [entry],
        },
      },
      dtsRollup: { enabled: true, untrimmedFilePath: `${folder}dist/index.d.ts` },
      apiReport: { enabled: false, reportFileName: 'sandbox' },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  }),
  { localBuild: true, messageCallback: (message) => void (message.logLevel === ExtractorLogLevel.Error || (message.handled = true)) },
)
if (!succeeded) throw new Error('The types of the sandbox could not be put into one file: see above.')
rmSync(declarations, { recursive: true })

/** Runs the samples in Python and Go, each in one process, if the programs are installed. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReceivedReply } from '../check-reply.ts'
import type { ListedSample } from './list-samples.ts'
import { startLineProcess } from './line-process.ts'
import type { Environment } from './run-curl.ts'

export interface SampleRunner {
  readonly run: (sample: ListedSample) => Promise<ReceivedReply>
  readonly close: () => void
}

interface Language {
  readonly lang: string
  /** Required files, each with its Debian package. */
  readonly requirements: readonly (readonly [file: string, debianPackage: string])[]
  readonly start: (samples: readonly ListedSample[], environment: Environment) => SampleRunner
}

const locate = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const goSources = '/usr/share/gocode'

const languages: readonly Language[] = [
  {
    lang: 'python',
    requirements: [
      ['/usr/bin/python3', 'python3'],
      ['/usr/lib/python3/dist-packages/requests', 'python3-requests'],
    ],
    start: (_samples, environment) => {
      const python = startLineProcess('/usr/bin/python3', ['-B', locate('run_samples.py')], environment)
      return { run: ({ source }) => python.run(JSON.stringify(source)), close: python.close }
    },
  },
  {
    lang: 'go',
    requirements: [
      ['/usr/bin/go', 'golang-go'],
      [`${goSources}/src/github.com/digitalocean/godo`, 'golang-github-digitalocean-godo-dev'],
    ],
    start: startGo,
  },
]

/** Lists the Debian packages that the samples of a language need and that are missing. */
export function listMissing(lang: string): string[] {
  const { requirements = [] } = languages.find((language) => language.lang === lang) ?? {}
  return requirements.filter(([file]) => !existsSync(file)).map(([, debianPackage]) => debianPackage)
}

/** Starts a runner for each of the languages that the samples have. */
export function startPrograms(samples: readonly ListedSample[], environment: Environment): ReadonlyMap<string, SampleRunner> {
  return new Map(
    languages.flatMap(({ lang, start }) => {
      const own = samples.filter((sample) => sample.lang === lang)
      return own.length === 0 ? [] : [[lang, start(own, environment)] as const]
    }),
  )
}

/** Builds all samples as one program, in which each `main` is a function of its own. */
function startGo(samples: readonly ListedSample[], environment: Environment): SampleRunner {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-go-'))
  copyFileSync(locate('run_samples.go'), join(folder, 'main.go'))
  for (const { entry, source } of samples)
    writeFileSync(join(folder, `sample_${entry.operation.id}_.go`), source.replace('func main()', `func sample_${entry.operation.id}()`))
  const entries = samples.map(({ entry: { operation } }) => `\t"${operation.id}": sample_${operation.id},\n`)
  writeFileSync(join(folder, 'samples.go'), `package main\n\nvar samples = map[string]func(){\n${entries.join('')}}\n`)
  const program = join(folder, 'samples')
  const settings = { PATH: process.env['PATH'], HOME: folder, GO111MODULE: 'off', GOPATH: goSources, GOFLAGS: '', CGO_ENABLED: '0' }
  try {
    execFileSync('/usr/bin/go', ['build', '-o', program, '.'], { cwd: folder, env: settings, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    rmSync(folder, { recursive: true })
    return { run: () => Promise.reject(error as Error), close: () => undefined }
  }
  const go = startLineProcess(program, [], environment)
  return {
    run: ({ entry }) => go.run(entry.operation.id),
    close: () => {
      go.close()
      rmSync(folder, { recursive: true })
    },
  }
}

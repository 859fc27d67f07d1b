/** A project goes over from one release to the next by what the changelog says. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installProject } from '../consumers/install-project.ts'
import { npm } from '../consumers/runtimes.ts'
import { root } from '../pack-packages.ts'
import type { Report } from '../report.ts'
import { runProgram } from '../run-program.ts'
import { mended, program } from './edits.ts'

export async function followChangelog(
  project: string,
  registry: string,
  [first, second]: readonly [string, string],
  { time }: Report,
): Promise<void> {
  const install = (version: string): Promise<string | undefined> =>
    installProject(project, npm, registry, { '@spindrift/types': version, '@spindrift/client': version })
  const write = (text: string): void => writeFileSync(join(project, 'app.mts'), text)
  await time(`upgrade: a project on ${first}`, () => install(first))
  write(program)
  await time('upgrade: its program is type-checked', () => typeCheck(project))
  await time(`upgrade: it goes over to ${second}`, () => install(second))
  await time('upgrade: the checker finds what broke', async () => {
    const broken = (await typeCheck(project)) ?? 'nothing'
    return /'name' is missing/.test(broken) ? undefined : `It says: ${broken}`
  })
  await time('upgrade: the changelog says what to do', () => {
    const news = readFileSync(join(project, 'node_modules/@spindrift/types/CHANGELOG.md'), 'utf8').split('\n## ')[1] ?? ''
    return /name/.test(news) && news.startsWith(second) ? undefined : `It says: ${news}`
  })
  write(mended)
  await time('upgrade: after that, the program is type-checked again', () => typeCheck(project))
}

async function typeCheck(project: string): Promise<string | undefined> {
  const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2024', '--module', 'nodenext']
  const args = [...options, '--lib', 'es2024,dom,dom.iterable,esnext.disposable', 'app.mts']
  const { status, stdout } = await runProgram(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...args], { cwd: project })
  return status === 0 ? undefined : stdout
}

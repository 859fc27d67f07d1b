/** Brings everything up to date after an edit of documents only: what does not follow from what was generated stays as it is. */
import type { RunningSandbox } from './run-sandbox.ts'
import { runCommand } from './run-command.ts'
import { type Following, type Generated, listFollowing } from './plan-work.ts'
import { WarmProcess } from './warm-process.ts'

export class Documents {
  /** One lints and then makes what is read by people and other tools, the other bundles and generates code: two cores have as much to do. */
  readonly #linter = new WarmProcess()
  readonly #maker = new WarmProcess()
  readonly #compile: (following: Following) => Promise<void>
  /** What was generated and not yet compiled, as that failed. */
  #left: readonly Generated[] = []

  constructor(compile = compileFollowing) {
    this.#compile = compile
  }

  /** Compiles the code of both, for the first edit to be as quick as the others. */
  warm(): void {
    void Promise.allSettled([this.#linter.ask('lint', []), this.#maker.ask('bundle', [])]).then(() =>
      Promise.allSettled([this.#linter.ask('publish', []), this.#linter.ask('reference', []), this.#maker.ask('generate', [])]),
    )
  }

  stop(): void {
    this.#linter.stop()
    this.#maker.stop()
  }

  /** Fails when anything does. */
  async follow(edited: readonly string[], sandbox: Pick<RunningSandbox, 'restart'>): Promise<{ readonly restarted: boolean }> {
    const linted = this.#linter.ask('lint', edited)
    const bundled = this.#maker.ask('bundle', edited)
    const published = bundled.then(() => this.#linter.ask('publish', edited))
    const shown = bundled.then(() => this.#linter.ask('reference', edited))
    const made = bundled.then(async () => {
      const written = await Promise.allSettled([this.#maker.ask('generate', edited), published])
      this.#left = [...this.#left, ...written.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))]
      const broken = written.find((each) => each.status === 'rejected')
      if (broken) throw broken.reason
      const following = listFollowing(this.#left)
      const [, answers] = await Promise.all([this.#compile(following), following.sandbox ? sandbox.restart(false) : true])
      if (!answers) throw new Error('The sandbox does not start. Mend what it says above.')
      this.#left = []
      return { restarted: following.sandbox }
    })
    const failed = (await Promise.allSettled([linted, made, published, shown])).filter((each) => each.status === 'rejected')
    if (failed.length > 0) throw new Error([...new Set(failed.map(({ reason }) => (reason as Error).message))].join('\n'))
    return made
  }
}

async function compileFollowing({ packages, alone, worlds }: Following): Promise<void> {
  const filters = [...packages.map((name) => `--filter=...{packages/${name}}`), ...alone.map((name) => `--filter={packages/${name}}`)]
  if (filters.length > 0) await runCommand('pnpm', [...filters, 'run', 'build'])
  if (worlds) await runCommand('pnpm', ['run', 'worlds'])
}

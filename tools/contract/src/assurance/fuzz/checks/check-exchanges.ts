/** What was answered while the world was made, by the same measure as everything else. */
import type { OperationEntry } from '../../../load-specification.ts'
import { judge } from '../check-response.ts'
import { Breach, recordAnswer, type Run } from '../fuzz-run.ts'

export async function checkExchanges(run: Run, chosen: readonly OperationEntry[]): Promise<void> {
  const wanted = new Set(chosen)
  for (const { entry, sent, answer } of run.ctx.exchanges) {
    if (!wanted.has(entry)) continue
    await run.attempt(entry, 'made', async () => {
      recordAnswer(run, entry, answer)
      const [fault] = judge(entry, answer, sent.method)
      if (fault !== undefined) throw new Breach(`${sent.method} ${sent.path}`, 'what the specification says', `${fault} (${answer.status})`)
    })
  }
}

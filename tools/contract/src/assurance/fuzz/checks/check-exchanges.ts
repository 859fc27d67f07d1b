/** Checks the responses to the requests that created the fixtures. */
import type { OperationEntry } from '../../../load-specification.ts'
import { checkResponse } from '../check-response.ts'
import { ContractViolation, recordResponse, type FuzzRun } from '../fuzz-run.ts'

export async function checkExchanges(run: FuzzRun, chosen: readonly OperationEntry[]): Promise<void> {
  const expected = new Set(chosen)
  for (const { entry, request, response } of run.fixture.exchanges) {
    if (!expected.has(entry)) continue
    await run.runCase(entry, 'made', async () => {
      recordResponse(run, entry, response)
      const [fault] = checkResponse(entry, response, request.method)
      if (fault !== undefined)
        throw new ContractViolation(`${request.method} ${request.path}`, 'a response as specified', `${fault} (${response.status})`)
    })
  }
}

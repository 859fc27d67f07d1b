import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, cluster, open, postCall, readText } from './open.ts'

afterEach(closeAll)

const done = () => ({ status: 204 })
const settings = { allowDestructive: true }
const yes = { action: 'accept', content: { confirm: true } } as const

describe.each(['2026-07-28', '2025-11-25'] as const)('a deletion in protocol %s', (revision) => {
  it('runs after the user confirms', async () => {
    const questions: string[] = []
    const { call, sent } = await open({ revision, settings, respond: done, agrees: (message) => (questions.push(message), yes) })
    const result = await call('db-cluster-delete', { id: cluster })
    expect(result.isError, readText(result)).toBeUndefined()
    expect(questions).toEqual([`db-cluster-delete: DELETE /v2/databases/${cluster}. Continue?`])
    expect(sent).toHaveLength(1)
  })

  it.each([
    { input: { action: 'decline' as const } },
    { input: { action: 'cancel' as const } },
    { input: { action: 'accept' as const, content: { confirm: false } } },
  ])('does not run after $input', async ({ input }) => {
    const { call, sent } = await open({ revision, settings, respond: done, agrees: () => input })
    const result = await call('db-cluster-delete', { id: cluster })
    expect(result.isError).toBe(true)
    expect(readText(result)).toContain('the user did not confirm it. Nothing was changed.')
    expect(sent).toEqual([])
  })

  it('needs no confirmation without client support; neither do reads, additions or invalid arguments', async () => {
    const plain = await open({ revision, settings, respond: done })
    await plain.call('db-cluster-delete', { id: cluster })
    expect(plain.sent).toHaveLength(1)
    const questions: string[] = []
    const { call } = await open({ revision, settings, respond: done, agrees: (message) => (questions.push(message), yes) })
    await call('db-cluster-delete', { id: 'x' })
    await call('db-cluster-create-user', { id: cluster, name: 'a' })
    expect(questions).toEqual([])
  })
})

it('shows the request to the user in one line, without secrets', async () => {
  const questions: string[] = []
  const { call } = await open({ settings, respond: done, agrees: (message) => (questions.push(message), yes) })
  const source = { host: 'db\u202e.example\n', port: 5432, dbname: 'orders', username: 'copy', password: 'canary-password-1' }
  await call('db-cluster-start-online-migration', { id: cluster, source })
  expect(questions).toEqual([
    `db-cluster-start-online-migration: PUT /v2/databases/${cluster}/online-migration with {"source":{"host":"db\\u{202e}.example\\n","port":5432,"dbname":"orders","username":"copy","password":"(hidden)"}}. Continue?`,
  ])
})

describe('a confirmation', () => {
  const post = async (url: string, params: object) => {
    const text = await postCall(url, { elicitation: { form: {} } }, { name: 'db-cluster-delete', ...params })
    return JSON.parse(text.replace(/^[^{]*/, '')) as {
      readonly result?: Record<string, unknown>
      readonly error?: { readonly message: string }
    }
  }

  it('is valid only for its own call', async () => {
    const { url, sent } = await open({ settings, respond: done })
    const { result } = await post(url, { arguments: { id: cluster } })
    expect(result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) })
    const answered = { inputResponses: { confirm: yes }, requestState: result?.['requestState'] }
    const other = await post(url, { arguments: { id: cluster.replace('9', '8') }, ...answered })
    expect(other.result).toMatchObject({ resultType: 'input_required' })
    const forged = await post(url, {
      arguments: { id: cluster },
      ...answered,
      requestState: `${String(answered.requestState).slice(0, -4)}AAAA`,
    })
    expect(forged.error?.message).toContain('requestState')
    const none = await post(url, { arguments: { id: cluster }, inputResponses: { confirm: yes } })
    expect(none.result).toMatchObject({ resultType: 'input_required' })
    expect(sent).toEqual([])
    await post(url, { arguments: { id: cluster }, ...answered })
    expect(sent).toHaveLength(1)
  })
})

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import { createFileStore } from './file-token-store.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spindrift-tokens-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const tokens = { accessToken: 'doo_v1_a', refreshToken: 'dor_v1_b', expiresAt: 1, scope: 'read' }

describe('createFileStore', () => {
  it('keeps tokens for whoever opens it next, readable by its owner alone', async () => {
    const path = join(folder, 'deep/tokens.json')
    expect(await createFileStore(path).load()).toBeUndefined()
    await createFileStore(path).save(tokens)
    expect(await createFileStore(path).load()).toEqual(tokens)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await createFileStore(path).save(undefined)
    await createFileStore(path).save(undefined)
    expect(await createFileStore(path).load()).toBeUndefined()
  })

  it('is whole at every moment, whoever writes', async () => {
    const path = join(folder, 'shared.json')
    const stores = [createFileStore(path), createFileStore(path)]
    await Promise.all(Array.from({ length: 40 }, async (_, at) => stores[at % 2]!.save({ ...tokens, expiresAt: at })))
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ accessToken: 'doo_v1_a' })
    expect(readdirSync(folder).filter((name) => name.endsWith('.next'))).toEqual([])
  })

  it('lets one at a time refresh, and leaves no lock behind', async () => {
    const path = join(folder, 'exclusive.json')
    let inside = 0
    const most: number[] = []
    const work = async () => {
      most.push((inside += 1))
      await new Promise((resolve) => setTimeout(resolve, 10))
      inside -= 1
      if (most.length === 3) throw new Error('The third fails.')
    }
    const ended = await Promise.allSettled(Array.from({ length: 6 }, () => createFileStore(path).exclusively?.(work)))
    expect(most).toEqual([1, 1, 1, 1, 1, 1])
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(readdirSync(folder).filter((name) => name.endsWith('.lock'))).toEqual([])
  })

  it('goes on when whoever held the lock has died', async () => {
    const path = join(folder, 'left.json')
    writeFileSync(`${path}.lock`, '')
    utimesSync(`${path}.lock`, 0, 0)
    expect(await createFileStore(path).exclusively?.(async () => 'done')).toBe('done')
  })

  it.each(['', '{', 'null', '[]', '{"accessToken":7}', '{"accessToken":"5ecret"}'])(
    'refuses a file that holds %j, without repeating it',
    async (text) => {
      const path = join(folder, 'broken.json')
      writeFileSync(path, text)
      const error = await catchError(Promise.resolve(createFileStore(path).load()))
      expect(error.message).toBe(`${path} does not hold tokens. Delete it and authorize again.`)
      expect(error.cause).toBeUndefined()
    },
  )
})

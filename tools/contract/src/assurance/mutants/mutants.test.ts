/** The checker itself: a module without tests has survivors, with them none. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repoFolder } from '../../load-specification.ts'
import { applyMutant, findMutants } from './find-mutants.ts'
import { markFunctions } from './mark-functions.ts'
import { type MutantsOptions, runMutants } from './run-mutants.ts'

describe('the changes of a source', () => {
  const cases = [
    { given: 'f(a < b)', want: ['f(a <= b)', ';'] },
    { given: 'const x = a && b', want: ['const x = a || b'] },
    { given: 'const x = a ?? b', want: ['const x = a'] },
    { given: 'const x = a - b * c', want: ['const x = a + b * c', 'const x = a - b / c'] },
    { given: "const x = 'a' + b", want: [] },
    { given: "const x = a === 'b'", want: ["const x = a !== 'b'", "const x = a === ''"] },
    { given: "const x = typeof a === 'b'", want: ["const x = typeof a !== 'b'"] },
    { given: 'const x = a?.b', want: ['const x = a.b'] },
    { given: 'const x = a?.[b]?.(c)', want: ['const x = a?.[b](c)', 'const x = a[b]?.(c)'] },
    { given: 'if (a) throw new E()', want: ['if (!(a)) throw new E()', 'if (a) ;'] },
    { given: 'if (!a) b = 1', want: ['if (!(!a)) b = 1', 'if (!a) ;'] },
    { given: 'const x = !a', want: ['const x = a'] },
    { given: 'const x = a ? 1 : 2', want: ['const x = !(a) ? 1 : 2'] },
    { given: 'const f = () => { return g() }', want: ['const f = () => { return undefined }'] },
    { given: 'const f = () => { return true }', want: ['const f = () => { return false }'] },
    { given: 'type T = A extends true ? 1 : 2; let x: false', want: [] },
    { given: 'const x = (a as true | B) + b', want: ['const x = (a as true | B) - b'] },
  ]
  it.each(cases)('$given', ({ given, want }) => {
    expect(
      findMutants('a.ts', given)
        .map((mutant) => applyMutant(given, mutant).trim())
        .toSorted(),
    ).toEqual(want.toSorted())
  })

  it('know their line and their function', () => {
    const source = 'const a = 1\nfunction f() {\n  return [1].map((x) => x > 1)\n}\n'
    expect(findMutants('a.ts', source).map(({ line, within }) => [line, source.slice(within, within + 8)])).toEqual([
      [3, 'function'],
      [3, '(x) => x'],
    ])
  })
})

it('a marked source does what it did, and tells which functions ran', () => {
  const source = `const twice = (x) => (y) => ({ x, y })
    function never() { return 1 }
    class C { m() { return twice(1)(2) } }
    result = new C().m()`
  const run = new Function(
    'result',
    `globalThis.__reached = undefined; ${markFunctions('a.js', source)}; return [result, [...globalThis.__reached]]`,
  )
  const [result, reached] = run() as [unknown, string[]]
  expect(result).toEqual({ x: 1, y: 2 })
  const texts = reached
    .map((mark) => Number(mark.slice('a.js:'.length)))
    .map((start) => (start === -1 ? 'module' : source.slice(start, start + 5)))
  expect(texts.toSorted()).toEqual(['() { ', '(x) =', '(y) =', 'module'])
  Reflect.deleteProperty(globalThis, '__reached')
})

describe('a module', { timeout: 120_000 }, () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'spindrift-mutants-'))
    mkdirSync(join(folder, 'src'))
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(join(repoFolder, 'node_modules/vitest'), join(folder, 'node_modules/vitest'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'vitest.config.ts'), "export default { test: { include: ['src/*.test.ts'] } }")
    const module = `export function clamp(value: number, most: number): number {
  if (value > most) return most
  return value
}
export function wait(count: number): number {
  let left = count
  while (left > 0) left -= 1
  return left
}
`
    writeFileSync(join(folder, 'src/untested.ts'), module)
    writeFileSync(join(folder, 'src/tested.ts'), module)
    writeFileSync(join(folder, 'src/half.ts'), module)
    const test = (name: string, checks: string) =>
      writeFileSync(
        join(folder, `src/${name}.test.ts`),
        `import { expect, it } from 'vitest'\nimport { clamp, wait } from './${name}.ts'\nit('holds', () => { ${checks} })\n`,
      )
    test('half', 'expect(typeof wait).toBe("function"); expect(clamp(1, 2)).toBe(1)')
    test('tested', 'expect([clamp(1, 2), clamp(3, 2), wait(3)]).toEqual([1, 2, 0]); expect(Object.is(clamp(-0, 0), -0)).toBe(true)')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = (file: string, more: Partial<MutantsOptions> = {}) => {
    const verdicts: string[] = []
    const place = {
      folder: `${folder}/`,
      areas: [{ name: 'all', project: '.', files: ['src/*.ts'] }],
      cache: join(folder, 'cache'),
      patience: 5000,
    }
    const options = { areas: [], file, seed: 7, jobs: 1, onVerdict: (line: string) => void verdicts.push(line), ...more }
    return runMutants(options, place).then((outcome) => ({ ...outcome, verdicts }))
  }

  it('without tests has survivors', async () => {
    const { passed, total, survivors, findings } = await run('src/untested.ts')
    expect([passed, total, survivors.length]).toEqual([0, 1, 9])
    expect(survivors).toContain('src/untested.ts:2: > → >= is run by no test')
    expect(findings).toEqual(['all: the tests notice 0 of 9; 95 of a hundred are to be noticed'])
  })

  it('with few tests has some', async () => {
    const { survivors, verdicts } = await run('src/half.ts')
    expect(verdicts).toContain('killed src/half.ts:2: value > most → !(value > most)')
    expect(survivors).toContain('src/half.ts:2: > → >= survived 1 of 1 test files')
    expect(survivors).toContain('src/half.ts:2: most → undefined survived 1 of 1 test files')
    expect(survivors).toContain('src/half.ts:7: > → >= is run by no test')
  })

  it('with tests has none, also where a change makes it run for ever, and is not tried twice', async () => {
    const { passed, total, survivors, findings } = await run('src/tested.ts')
    expect([survivors, findings]).toEqual([[], []])
    expect(passed).toBe(total)
    const started = performance.now()
    expect(await run('src/tested.ts')).toMatchObject({ passed, total })
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('is drawn from by the seed', async () => {
    const { figures } = await run('src/untested.ts', { sample: 3 })
    expect([figures['run'], figures['areas']]).toEqual([3, { all: { found: 9, run: 3, killed: 0, equivalent: 0 } }])
    await expect(run('src/none.ts')).rejects.toThrow('No area has src/none.ts.')
    await expect(run('src/half.ts', { areas: ['nothing'] })).rejects.toThrow('There is no area "nothing". There are: all.')
  })
})

import { describe, expect, test } from 'vitest'
import { checkArchitecture } from './check-architecture.ts'
import { checkImports, findImports } from './check-imports.ts'

describe('checkImports', () => {
  test.each([
    { given: ['packages/client/src/a.ts', '../../../generators/kit/banner.ts'], want: 'packages/ may not import from generators/' },
    { given: ['generators/types/generate.ts', '../../packages/types/src/a.ts'], want: 'generators/ may not import from packages/' },
    { given: ['generators/types/generate.ts', '@spindrift/client'], want: 'generators/ may not import from packages/' },
    { given: ['spec/lint/plugin.ts', '../../tools/spec/src/documents.ts'], want: 'spec/ may not import from tools/' },
    { given: ['generators/mcp/generate.ts', '../sandbox/generate.ts'], want: 'generators/mcp/ may not import from generators/sandbox/' },
    { given: ['generators/kit/a.ts', '../types/generate.ts'], want: 'What generators share moves to generators/kit/' },
    { given: ['packages/mock/src/a.ts', '@spindrift/bench'], want: 'packages/ may not import from tools/' },
  ])('$given.0 ← $given.1', ({ given: [from = '', specifier = ''], want }) => {
    const [finding] = checkImports(findImports(from, `import { x } from '${specifier}'\n`))
    expect(finding).toContain(want)
    expect(finding).toContain(`${from}:1`)
  })

  test.each([
    ['packages/client/src/a.ts', './b.ts'],
    ['packages/client/src/a.ts', '@spindrift/types/volumes'],
    ['packages/client/src/a.ts', 'openapi-fetch'],
    ['tools/contract/src/a.ts', '../../../generators/model/build-model.ts'],
    ['generators/types/generate.ts', 'node:fs'],
    ['generators/types/generate.ts', '../kit/banner.ts'],
    ['generators/kit/read-facts.ts', '../model/api-model.ts'],
    ['generators/cli/registry.ts', '../types/generate.ts'],
  ])('%s ← %s is allowed', (from, specifier) => {
    expect(checkImports(findImports(from, `import { x } from '${specifier}'\n`))).toEqual([])
  })

  test('finds every form of import', () => {
    const text = `import a from 'a'\nimport 'b'\nexport * from 'c'\nimport type { D } from 'd'\nconst e = await import('e')\nimport {\n  f,\n} from 'f'\n`
    expect(findImports('tools/x.ts', text).map(({ specifier }) => specifier)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })
})

test('checkArchitecture names the line of a path that does not exist', () => {
  const text = 'See `spec/README.md` and\n`gone/away.ts` and `@spindrift/client` and `x.y`.'
  expect(checkArchitecture(text, (path) => path === 'spec/README.md')).toEqual([
    'ARCHITECTURE.md:2: `gone/away.ts` does not exist. Correct the page, or the name.',
  ])
})

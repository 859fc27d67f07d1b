import { expect, it } from 'vitest'
import { checkSpelling } from './check-spelling.ts'

it('reports each misspelled word with its line, in every file that has it', async () => {
  const files = [
    { file: 'a.ts', text: 'const conect = 1\n\nconst clokc = "The\\nnext"\n' },
    { file: 'b.ts', text: '// A known word, an https://example.com/firewal and the sandbox.\n' },
    { file: 'c.md', text: 'A droplet.\nIt was `conect`.\n' },
  ]
  const rows = (await checkSpelling(files)).map(({ file, line, found }) => `${file}:${line} ${found}`)
  expect(rows).toEqual(['a.ts:1 conect', 'a.ts:3 clokc', 'c.md:2 conect'])
})

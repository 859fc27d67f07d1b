import { expect, test } from 'vitest'
import { countLines, writeTable } from './count-lines.ts'

const counted = [
  'packages/client/src/a.ts:10',
  'packages/client/src/generated/b.ts:900',
  'packages/client/README.md:5',
  'packages/sandbox/console/view.tsx:30',
  'tools/release/surface/client.api.md:1020',
  'generators/types/golden/c.ts:80',
  'generators/kit/runtime/d.js:7',
  'tools/rooms/src/e.ts:3',
  'spec/control/f.yaml:20',
  'spec/SURFACE.md:700',
  'pnpm-lock.yaml:9000',
  'package.json:50',
  'README.md:4',
].join('\n')

test('what people wrote is counted by room and kind', () => {
  expect(Object.fromEntries(countLines(`${counted}\n`))).toEqual({
    './': { ts: 0, js: 0, yaml: 0, md: 4 },
    'generators/': { ts: 0, js: 7, yaml: 0, md: 0 },
    'packages/client/': { ts: 10, js: 0, yaml: 0, md: 5 },
    'packages/sandbox/': { ts: 30, js: 0, yaml: 0, md: 0 },
    'spec/': { ts: 0, js: 0, yaml: 20, md: 0 },
    'tools/rooms/': { ts: 3, js: 0, yaml: 0, md: 0 },
  })
})

test('another commit stands beside, with the rooms that were there then', () => {
  const table = writeTable(countLines('spec/a.yaml:1200'), countLines('spec/a.yaml:1500\ntools/gone/src/b.ts:4'))
  expect(table.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['room', 'ts', 'js', 'yaml', 'md', 'sum', 'before', 'change'],
    ['spec/', '0', '0', '1,200', '0', '1,200', '1,500', '-300'],
    ['tools/gone/', '0', '0', '0', '0', '0', '4', '-4'],
    ['all', '0', '0', '1,200', '0', '1,200', '1,504', '-304'],
  ])
})

#!/usr/bin/env node
/** `pnpm verify injection`: inserts every hostile text at every place of a specification, and checks the output of every generator. */
import { loadTinyBundles } from '../../kit/tiny-spec/load-tiny-spec.ts'
import { findProblems } from './find-problems.ts'
import { generatorsUnderTest } from './generators-under-test.ts'
import { hostileStrings } from './hostile-strings.ts'
import { injectionPoints } from './places.ts'

const bundles = loadTinyBundles()
const outcomes = injectionPoints.map((point) => ({ point, ...findProblems(generatorsUnderTest, bundles, point, hostileStrings) }))
const findings = outcomes.flatMap(({ point, findings: own }) =>
  own.map(({ generator, text, problem }) => `${generator}, ${text} as ${point.name}: ${problem}`),
)
for (const finding of findings.slice(0, 20)) console.error(finding)
const sum = (key: 'written' | 'refused') => outcomes.reduce((total, outcome) => total + outcome[key], 0)
const figures = { places: injectionPoints.length, texts: hostileStrings.length, written: sum('written'), refused: sum('refused') }
console.log(JSON.stringify({ check: 'injection', ...figures, findings: findings.length }))
process.exitCode = findings.length === 0 ? 0 : 1

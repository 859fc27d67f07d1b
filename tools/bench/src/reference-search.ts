/** How long the search of the reference takes to answer a key, in the browser, once its index is loaded. */
import { readFileSync } from 'node:fs'
import { openBrowser } from '@spindrift/testing/open-browser'
import { serveReference } from '../../../packages/reference/src/server/serve-reference.ts'
import type { Bench } from './bench.ts'
import { median } from './median.ts'
import { makeRow } from './row.ts'

const questions = new URL('../../../generators/reference/search/questions.tsv', import.meta.url)

export const referenceSearch: Bench = {
  name: 'reference-search',
  about: 'the search of the reference: from a key to what it found, laid out, for every key of its 50 questions',
  runs: 3,
  async measure({ runs, progress }) {
    const asked = readQuestions()
    const reference = await serveReference({ port: 0 })
    const browser = await openBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(reference.url)
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('combobox', { name: 'Search' }).fill('droplet')
      await page.getByRole('option').first().waitFor()
      const keys: number[] = []
      for (let run = 0; run <= runs; run++) {
        progress(run === 0 ? 'warm-up' : `${run}/${runs}`)
        const took = (await page.evaluate(`(${typeAll})(${JSON.stringify(asked)})`)) as number[]
        if (run > 0) keys.push(...took)
      }
      const slow = keys.toSorted((a, b) => a - b)[Math.floor(keys.length * 0.99)] ?? 0
      const figure = { unit: 'ms', atMost: 30 } as const
      return [
        makeRow({ ...figure, subject: `a key of ${keys.length}, median`, value: median(keys) }),
        makeRow({ ...figure, subject: `a key of ${keys.length}, 99 of 100`, value: slow }),
      ]
    } finally {
      await browser.close()
      await reference.close()
    }
  },
}

function readQuestions(): string[] {
  return readFileSync(questions, 'utf8')
    .split('\n')
    .slice(1)
    .flatMap((line) => line.split('\t')[0] || [])
}

/** Runs in the page, as text: types each question key by key, and has what is found laid out before the clock is read. */
const typeAll = `(questions) => {
  const input = document.querySelector('.finder input')
  return questions.flatMap((question) =>
    [...question].map((_, index) => {
      input.value = question.slice(0, index + 1)
      const started = performance.now()
      input.dispatchEvent(new Event('input'))
      void document.querySelector('.finder').offsetHeight
      return performance.now() - started
    }),
  )
}`

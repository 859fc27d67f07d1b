import { expect, it } from 'vitest'
import { findChromium } from './find-chromium.ts'

it('takes the browser that is named, else the first that is there', () => {
  expect(findChromium({ CHROMIUM_PATH: 'browsers/chrome' }, () => true)).toBe('browsers/chrome')
  expect(findChromium({}, (path) => path === '/usr/bin/google-chrome')).toBe('/usr/bin/google-chrome')
})

it('says in one line how to mend it when there is none', () => {
  expect(() => findChromium({}, () => false)).toThrow(
    /^There is no Chromium\. Install it \(apt-get update && apt-get install -y chromium\) or set CHROMIUM_PATH\.$/,
  )
  expect(() => findChromium({ CHROMIUM_PATH: 'browsers/none' }, () => false)).toThrow('CHROMIUM_PATH is browsers/none')
})

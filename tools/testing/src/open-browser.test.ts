import { expect, it } from 'vitest'
import { findChromium } from './open-browser.ts'

it('returns the browser of CHROMIUM_PATH, else the first installed one', () => {
  expect(findChromium({ CHROMIUM_PATH: 'browsers/chrome' }, () => true)).toBe('browsers/chrome')
  expect(findChromium({}, (path) => path === '/usr/bin/google-chrome')).toBe('/usr/bin/google-chrome')
})

it('explains how to install Chromium when there is none', () => {
  expect(() => findChromium({}, () => false)).toThrow(
    /^Chromium is not installed\. Install it \(apt-get update && apt-get install -y chromium\) or set CHROMIUM_PATH\.$/,
  )
  expect(() => findChromium({ CHROMIUM_PATH: 'browsers/none' }, () => false)).toThrow('CHROMIUM_PATH is browsers/none')
})

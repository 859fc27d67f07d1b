import { expect, test } from 'vitest'
import { loadDriver } from './load-driver.ts'

test('explains how to install a missing driver, and passes on other errors', async () => {
  const missing = Object.assign(new Error("Cannot find package 'pg'"), { code: 'ERR_MODULE_NOT_FOUND' })
  await expect(loadDriver(() => Promise.reject(missing))).rejects.toThrow('Install it: npm install pg')
  await expect(loadDriver(() => Promise.reject(new Error('broken')))).rejects.toThrow(/^broken$/)
})

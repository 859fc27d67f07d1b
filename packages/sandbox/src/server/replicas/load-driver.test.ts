import { expect, test } from 'vitest'
import { loadDriver } from './load-driver.ts'

test('a missing driver gives an error that says how to install it; another failure is passed on', async () => {
  const missing = Object.assign(new Error("Cannot find package 'pg'"), { code: 'ERR_MODULE_NOT_FOUND' })
  await expect(loadDriver(() => Promise.reject(missing))).rejects.toThrow('Install it: npm install pg')
  await expect(loadDriver(() => Promise.reject(new Error('broken')))).rejects.toThrow(/^broken$/)
})

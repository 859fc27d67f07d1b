/** Database clusters for tests, at a fixed time. */
import { expect } from 'vitest'
import type { SandboxOptions } from '../src/options.ts'
import { it as base } from './it.ts'
import { createTestSandbox, type TestSandbox } from './create-test-sandbox.ts'
import type { Fields } from './operation-at.ts'

export const orders = { name: 'orders-pg', engine: 'pg', version: '16', region: 'nyc3', size: 'db-s-2vcpu-4gb', num_nodes: 1 } as const
export const day = 86_400

export async function begin(options?: SandboxOptions): Promise<TestSandbox> {
  const sandbox = createTestSandbox(options)
  await sandbox.post('/_sandbox/clock', { now: '2026-03-02T09:30:00Z', frozen: true })
  return sandbox
}

/** Creates a cluster that is online and has one backup. */
export async function createCluster(sandbox: TestSandbox, fields: Fields<'/v2/databases'> = {}) {
  const { status, body } = await sandbox.post('/v2/databases', { ...orders, ...fields })
  expect(status, body.message).toBe(201)
  await sandbox.pass(121)
  return body.database
}

export const getCluster = async (sandbox: TestSandbox, id: string) => (await sandbox.get(`/v2/databases/${id}`)).body.database

/** Test at a fixed time; `cluster` is a cluster of its sandbox. */
export const it = base.extend('sandbox', () => begin()).extend('cluster', ({ sandbox }) => createCluster(sandbox))

/** Type tests of tools, scopes and test helpers. Compiled by `tsc`, never run. */
/* oxlint-disable vitest/expect-expect -- each `@ts-expect-error` is an assertion */
import type { ToolResult } from '@spindrift/types/tools'
import { expectTypeOf, test } from 'vitest'
import type { Call } from '../call.ts'
import type { Cloud } from '../create-cloud.ts'
import type { ForbiddenError } from '../index.ts'
import { missingScopes, type RequiredScopes, requiredScopes } from '../scopes/index.ts'
import { createTestCloud } from '../testing/index.ts'
import { createTools, type ToolArguments, type ToolName } from './index.ts'

const tools = createTools()

test('the name of a tool determines its arguments', () => {
  expectTypeOf(tools.call('db-cluster-get', { id: 'x' })).toEqualTypeOf<Call<ToolResult>>()
  expectTypeOf<ToolName>().extract<'db-cluster-resize'>().toEqualTypeOf<'db-cluster-resize'>()
  expectTypeOf<ToolArguments<'db-cluster-get'>>().not.toBeAny()
  void tools.call('db-cluster-list')
  void tools.call('db-cluster-list', {}, { timeoutMs: 0 })
  // @ts-expect-error there is no such tool
  void tools.call('db-cluster-dance', {})
  // @ts-expect-error the cluster is missing
  void tools.call('db-cluster-get')
  // @ts-expect-error num_nodes is a number
  void tools.call('db-cluster-create', { name: 'a', engine: 'pg', version: '17', region: 'nyc3', size: 's', num_nodes: '1' })
})

test('scopes accept an operation, a request or an error', () => {
  expectTypeOf(requiredScopes('droplets_create')).toEqualTypeOf<RequiredScopes>()
  expectTypeOf(missingScopes({ method: 'GET', url: '/v2/account' }, ['read'])).toEqualTypeOf<string[]>()
  expectTypeOf<ForbiddenError>().toExtend<Parameters<typeof missingScopes>[0]>()
  requiredScopes(new Request('http://localhost/v2/account'))
  // @ts-expect-error there is no such operation
  requiredScopes('droplets_dance')
})

test('a test cloud is a cloud', () => {
  expectTypeOf<Awaited<ReturnType<typeof createTestCloud>>['cloud']>().toEqualTypeOf<Cloud>()
  // @ts-expect-error it is actionSeconds
  void createTestCloud({ sandbox: { actionsSeconds: 0 } })
  // @ts-expect-error there is no such cut
  void createTestCloud().then(({ fail }) => fail({ cut: 'never' }))
})

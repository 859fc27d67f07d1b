import { describe, expect, it } from 'vitest'
import { apis, readDocuments } from './documents.ts'
import { showOperation } from './show-operation.ts'

const documents = (['shared', ...apis] as const).flatMap(readDocuments)

describe('showOperation', () => {
  it('prints an operation with its document, its path and the conventions', () => {
    const text = showOperation(documents, 'volumes_get')
    expect(text).toMatch(/^# spec\/control\/volumes\.yaml\n\/v2\/volumes\/\{volume_id\}:\n {2}parameters:\n/)
    expect(text).toContain('    operationId: volumes_get\n')
    expect(text).toContain("      '404':\n        $ref: ../shared/errors.yaml#/components/responses/NotFound\n")
    expect(text).not.toContain('volumes_delete')
  })

  it('finds an operation by method and path', () => {
    expect(showOperation(documents, 'POST /v2/volumes')).toBe(showOperation(documents, 'volumes_create'))
  })

  it('replaces references with their targets', () => {
    const text = showOperation(documents, 'volumes_get', true)
    expect(text).toContain('    - name: volume_id\n')
    expect(text).toContain('description: Nothing exists at this address')
    expect(text).toContain('              type: object\n              description: Response body with one volume.\n')
  })
})

describe('showOperation for an unknown name', () => {
  it.each([
    { input: 'volume_create', expected: 'No operation volume_create. Did you mean volumes_create,' },
    { input: 'GET /v2/volume', expected: 'Did you mean GET /v2/volumes' },
    { input: 'zzz', expected: 'No operation zzz. spec/SURFACE.md lists all operations.' },
  ])('suggests names similar to $input', ({ input, expected }) => {
    expect(() => showOperation(documents, input)).toThrow(expected)
  })
})

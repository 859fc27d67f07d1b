import { describe, expect, it } from 'vitest'
import { TypeImports } from './type-imports.ts'

describe('TypeImports', () => {
  it('imports each module once, sorted, and each name once', () => {
    const imports = new TypeImports()
    imports.add('./shared.ts', 'Meta')
    imports.add('./boats.ts', 'Boat')
    imports.add('./shared.ts', 'ApiError')
    imports.add('./shared.ts', 'Meta')
    expect(imports.write()).toBe("import type { Boat } from './boats.ts'\nimport type { ApiError, Meta } from './shared.ts'\n")
  })

  it('emits nothing when nothing is used', () => {
    expect(new TypeImports().write()).toBe('')
  })

  it('rejects a name that is not an identifier, and quotes the module', () => {
    const imports = new TypeImports()
    imports.add("'", 'A')
    expect(imports.write()).toBe("import type { A } from '\\''\n")
    imports.add('./a.ts', 'A } from "x"; evil(); import { B')
    expect(() => imports.write()).toThrow('cannot be a TypeScript identifier')
  })
})

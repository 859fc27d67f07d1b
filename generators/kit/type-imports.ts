/** Collects the type imports of a module and emits them. */
import { compareText } from './generated-file.ts'
import { emitIdentifier } from './emit-identifier.ts'
import { emitString } from './emit-literal.ts'

export class TypeImports {
  readonly #byModule = new Map<string, Set<string>>()

  add(module: string, name: string): void {
    const names = this.#byModule.get(module) ?? new Set()
    this.#byModule.set(module, names.add(name))
  }

  write(): string {
    return [...this.#byModule]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(
        ([module, names]) =>
          `import type { ${[...names].toSorted(compareText).map(emitIdentifier).join(', ')} } from ${emitString(module)}\n`,
      )
      .join('')
  }
}

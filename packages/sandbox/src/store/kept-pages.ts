/**
 * The page that was last read of each list, until something in the list changes: who waits for a change asks for the same page again and
 * again, and then nothing is read.
 */
import type { Page, Question } from './store.ts'

/** Of so many lists, */
const mostLists = 200
/** and none that is longer, in characters. */
const longest = 128 * 1024

interface KeptPage {
  readonly asked: string
  readonly page: Page
}

export class KeptPages {
  readonly #pages = new Map<string, KeptPage>()

  find(question: Question): Page | undefined {
    const kept = this.#pages.get(nameOf(question))
    return kept?.asked === describe(question) ? kept.page : undefined
  }

  keep(question: Question, page: Page): void {
    if (page.texts.length > longest) return
    if (this.#pages.size >= mostLists) this.forget()
    this.#pages.set(nameOf(question), { asked: describe(question), page })
  }

  /** An object of the list is another, or is gone. */
  changed(list: Pick<Question, 'kind' | 'parent'>): void {
    if (this.#pages.size > 0) this.#pages.delete(nameOf(list))
  }

  forget(): void {
    if (this.#pages.size > 0) this.#pages.clear()
  }
}

const nameOf = ({ kind, parent = '' }: Pick<Question, 'kind' | 'parent'>) => `${kind} ${parent}`
const describe = ({ order = 'oldest', page }: Question) => `${order} ${page?.number} ${page?.size}`

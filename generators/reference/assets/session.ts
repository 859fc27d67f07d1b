/** What the panel remembers from page to page, until the tab is closed. */
export function keep(name: string, value: string): void {
  try {
    sessionStorage.setItem(`try ${name}`, value)
  } catch {
    // A browser that keeps nothing asks again on the next page.
  }
}

export function kept(name: string): string | undefined {
  try {
    return sessionStorage.getItem(`try ${name}`) ?? undefined
  } catch {
    return undefined
  }
}

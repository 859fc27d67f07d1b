/** Stores form values until the tab is closed. */
export function saveValue(name: string, value: string): void {
  try {
    sessionStorage.setItem(`try ${name}`, value)
  } catch {
    // Without storage, the next page starts with empty fields.
  }
}

export function loadValue(name: string): string | undefined {
  try {
    return sessionStorage.getItem(`try ${name}`) ?? undefined
  } catch {
    return undefined
  }
}

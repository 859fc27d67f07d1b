const key = 'spindrift-theme'
const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export function parseTheme(): Theme {
  const saved = localStorage.getItem(key)
  return themes.find((theme) => theme === saved) ?? 'auto'
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(key, theme)
  document.documentElement.dataset['theme'] = theme
}

export function nextTheme(theme: Theme): Theme {
  return themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto'
}

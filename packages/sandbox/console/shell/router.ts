/** Routes in the URL fragment, because `/_sandbox/…` belongs to the control API. */
import { observe, useValue } from '../data/observable.ts'

export interface Route {
  readonly steps: readonly string[]
  readonly query: URLSearchParams
}

function parseRoute(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  return {
    steps: path
      .split('/')
      .filter((step) => step !== '')
      .map(decodeStep),
    query: new URLSearchParams(query),
  }
}

/** Decodes a step; a URL with a single `%` stays unchanged. */
function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

const route = observe(parseRoute())
addEventListener('hashchange', () => route.set(parseRoute()))

export function useRoute(): Route {
  return useValue(route)
}

export function formatUrl(steps: readonly (string | number)[], query?: Readonly<Record<string, string>>): string {
  const search = query === undefined ? '' : `?${String(new URLSearchParams(query))}`
  return `#/${steps.map((step) => encodeURIComponent(step)).join('/')}${search}`
}

export function goTo(address: string): void {
  location.hash = address
}

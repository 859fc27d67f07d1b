/**
 * Page script: theme, copy buttons, tabs. Pages are complete without it, and it changes little at the start, to avoid a second
 * layout.
 */
const root = document.documentElement
const saveSetting = (key, value) => {
  try {
    localStorage.setItem(key, value)
  } catch {
    /* Storage may be unavailable. */
  }
}
const loadSetting = (key) => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
const theme = loadSetting('theme')
if (theme) root.dataset.theme = theme
const isNarrow = matchMedia('(max-width: 60rem)').matches
root.classList.add('live', ...(isNarrow ? ['folding'] : []))

document.addEventListener('DOMContentLoaded', () => {
  document.querySelector('[data-switches=theme]').addEventListener('click', () => {
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    root.dataset.theme = dark ? 'light' : 'dark'
    saveSetting('theme', root.dataset.theme)
  })
  addSearch()
  addTry()
  addCopying()
  addTools()
  addTabs()
  openTarget()
  redirectLegacyUrl()
  scrollSidebar()
  addEventListener('hashchange', openTarget)
})

/** Scrolls the sidebar to the current page; collapses it on small screens. */
function scrollSidebar() {
  const side = document.querySelector('.side')
  if (!side) return
  if (isNarrow) side.querySelector('details').open = false
  root.classList.remove('folding')
  const here = side.querySelector('[aria-current]')
  if (!here || isNarrow) return
  const below = here.offsetTop + here.offsetHeight - side.clientHeight
  if (below > 0) side.scrollTop = below + side.clientHeight / 2
}

/** Loads the search on first use. */
function addSearch() {
  const buttons = document.querySelectorAll('[data-opens=search]')
  // Scripts cannot read files of a folder that is opened without a server.
  if (location.protocol === 'file:') return buttons.forEach((button) => button.remove())
  const open = async () => {
    await loadScript(buttons[0].dataset.script)
    dispatchEvent(new Event('search'))
  }
  buttons.forEach((button) => button.addEventListener('click', open))
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, dialog')
    const isShortcut =
      event.key === '/'
        ? !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey
        : event.key === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut) return
    event.preventDefault()
    open()
  })
}

/** Loads the "Try it" form on first use. */
function addTry() {
  const place = document.querySelector('.try')
  if (!place) return
  const button = place.querySelector('button')
  button.addEventListener('click', async () => {
    await loadScript(button.dataset.script)
    dispatchEvent(new Event('try'))
  })
}

const loading = new Map()
function loadScript(address) {
  const known = loading.get(address)
  if (known) return known
  const loaded = new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('load', resolve)
    script.addEventListener('error', () => {
      loading.delete(address)
      reject(new Error(`${address} could not be loaded.`))
    })
    document.head.append(script)
  })
  loading.set(address, loaded)
  return loaded
}

/** Expands the collapsed sections around the target of the URL fragment. */
function openTarget() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  for (let place = target || null; place; place = place.parentElement) if (place.tagName === 'DETAILS') place.open = true
}

/** Redirects URLs of the former single-page layout: `control.html#/droplets/droplets_create`. */
async function redirectLegacyUrl() {
  if (!location.hash.startsWith('#/')) return
  const base = new URL(root.dataset.root || './', location.href)
  const known = await (await fetch(new URL('assets/earlier.json', base), { cache: 'no-cache' })).json()
  const api = location.pathname
    .replace(/\.html$/, '')
    .split('/')
    .pop()
  const address = known[api]?.[location.hash.slice(2)]
  if (address) location.replace(new URL(`${address}.html`, base))
}

/** Copies the code next to a copy button. */
function addCopying() {
  document.addEventListener('click', async ({ target }) => {
    if (!target.matches('.copy')) return
    await showCopyResult(target, () => navigator.clipboard.writeText(target.closest('.copies').querySelector('code').textContent))
  })
}

/** Adds the page actions: copy as Markdown, expand all. */
function addTools() {
  const copy = document.querySelector('[data-copies=page]')
  copy?.addEventListener('click', async () => {
    const read = async () => {
      const reply = await fetch(document.querySelector('link[type="text/markdown"]').href)
      if (!reply.ok) throw new Error(`Reading the Markdown page failed with status ${reply.status}.`)
      return new Blob([await reply.text()], { type: 'text/plain' })
    }
    // Passes a promise, as some browsers require the clipboard call during the click.
    await showCopyResult(copy, () => navigator.clipboard.write([new ClipboardItem({ 'text/plain': read() })]))
  })
  // Scripts cannot read files of a folder that is opened without a server.
  if (location.protocol === 'file:') copy?.remove()
  const unfold = document.querySelector('[data-unfolds=page]')
  const folded = [...document.querySelectorAll('article details')]
  unfold?.addEventListener('click', () => {
    const open = folded.some((each) => !each.open)
    for (const each of folded) each.open = open
    unfold.textContent = open ? 'Collapse all' : 'Expand all'
  })
}

/** Shows the result of a copy on the button for a moment. */
async function showCopyResult(button, act) {
  const { textContent } = button
  await act().then(
    () => (button.textContent = 'Copied'),
    () => (button.textContent = 'Copy failed'),
  )
  setTimeout(() => (button.textContent = textContent), 1500)
}

/** Shows the first tab until the reader chooses another one. A language applies to all samples, also on other pages. */
function addTabs() {
  const places = [...document.querySelectorAll('.tabs')]
  for (const place of places) {
    for (const tab of listTabs(place)) {
      tab.addEventListener('click', () => {
        if (!('languages' in place.dataset)) return chooseTab(place, tab.textContent)
        saveSetting('language', tab.textContent)
        chooseLanguage(places, tab.textContent)
      })
    }
  }
  const wanted = loadSetting('language')
  if (wanted) chooseLanguage(places, wanted)
}

const listTabs = (place) => [...place.querySelectorAll(':scope > .tab-list > button')]

function chooseLanguage(places, language) {
  for (const place of places) if ('languages' in place.dataset) chooseTab(place, language)
}

function chooseTab(place, label) {
  const tabs = listTabs(place)
  const chosen = tabs.findIndex(({ textContent }) => textContent === label)
  if (chosen < 0) return
  place.classList.add('chosen')
  const panels = place.querySelectorAll(':scope > .tab-panel')
  for (const [index, tab] of tabs.entries()) {
    tab.setAttribute('aria-selected', String(index === chosen))
    panels[index].hidden = index !== chosen
  }
}

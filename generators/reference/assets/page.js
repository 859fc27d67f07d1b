/** What the pages can do beyond being read: the theme's switch, copying, the chosen language of the samples. */
const root = document.documentElement
const keep = (key, value) => {
  try {
    localStorage.setItem(key, value)
  } catch {
    /* A private window keeps nothing. */
  }
}
const kept = (key) => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
const theme = kept('theme')
if (theme) root.dataset.theme = theme
root.classList.add('live')

document.addEventListener('DOMContentLoaded', () => {
  // A folder that is opened without a server cannot be searched: nothing of it may be read by a script.
  for (const button of document.querySelectorAll('header button'))
    button.hidden = button.dataset.opens === 'search' && location.protocol === 'file:'
  document.querySelector('[data-switches=theme]').addEventListener('click', () => {
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    root.dataset.theme = dark ? 'light' : 'dark'
    keep('theme', root.dataset.theme)
  })
  addSearch()
  addTry()
  const side = document.querySelector('.side details')
  if (matchMedia('(max-width: 60rem)').matches) side?.removeAttribute('open')
  side?.classList.add('ready')
  addCopyButtons()
  document.addEventListener('toggle', ({ target }) => addCopyButtons(target), true)
  addLanguages()
  openTarget()
  openEarlier()
  addEventListener('hashchange', openTarget)
})

/** The search is loaded when it is first asked for. */
function addSearch() {
  const button = document.querySelector('[data-opens=search]')
  if (button.hidden) return
  const open = async () => {
    await loadScript(button.dataset.script)
    dispatchEvent(new Event('search'))
  }
  button.addEventListener('click', open)
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, dialog')
    const isAsked =
      event.key === '/'
        ? !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey
        : event.key === 'k' && (event.ctrlKey || event.metaKey)
    if (!isAsked) return
    event.preventDefault()
    open()
  })
}

/** The panel that sends the request of this page, too. */
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

/** A link into something folded unfolds it. */
function openTarget() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  for (let place = target || null; place; place = place.parentElement) if (place.tagName === 'DETAILS') place.open = true
}

/** Addresses of the time when an API was one page: `control.html#/droplets/droplets_create`. */
async function openEarlier() {
  if (!location.hash.startsWith('#/')) return
  const base = new URL(root.dataset.root || './', location.href)
  const known = await (await fetch(new URL('assets/earlier.json', base))).json()
  const api = location.pathname
    .replace(/\.html$/, '')
    .split('/')
    .pop()
  const address = known[api]?.[location.hash.slice(2)]
  if (address) location.replace(new URL(`${address}.html`, base))
}

/** What is folded gets its buttons when it is opened. */
function addCopyButtons(place = document) {
  for (const code of place.querySelectorAll('pre')) {
    if (code.parentElement.className === 'copies' || code.closest('details:not([open])')) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(code.querySelector('code').textContent)
      button.textContent = 'Copied'
      setTimeout(() => (button.textContent = 'Copy'), 1500)
    })
    const frame = document.createElement('div')
    frame.className = 'copies'
    code.replaceWith(frame)
    frame.append(code, button)
  }
}

function addLanguages() {
  const samples = [...document.querySelectorAll('.sample')]
  if (samples.length < 2) return
  const list = document.createElement('div')
  list.className = 'languages'
  list.setAttribute('role', 'tablist')
  const choose = (language) => {
    for (const sample of samples) sample.hidden = sample.dataset.language !== language
    for (const tab of list.children) tab.setAttribute('aria-selected', String(tab.textContent === language))
  }
  for (const [index, { dataset }] of samples.entries()) {
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.textContent = dataset.language
    tab.setAttribute('role', 'tab')
    samples[index].id ||= `sample-${index}`
    tab.setAttribute('aria-controls', samples[index].id)
    samples[index].setAttribute('role', 'tabpanel')
    samples[index].setAttribute('aria-label', dataset.language)
    tab.addEventListener('click', () => {
      choose(dataset.language)
      keep('language', dataset.language)
    })
    list.append(tab)
  }
  samples[0].before(list)
  const wanted = kept('language')
  choose(samples.some(({ dataset }) => dataset.language === wanted) ? wanted : samples[0].dataset.language)
}

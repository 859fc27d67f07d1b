/**
 * What the pages can do beyond being read: the theme's switch, copying, the chosen language of the samples.
 * A page is as it is to be before this runs; what is changed at the start is laid out twice.
 */
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
const isNarrow = matchMedia('(max-width: 60rem)').matches
root.classList.add('live', ...(isNarrow ? ['folding'] : []))

document.addEventListener('DOMContentLoaded', () => {
  document.querySelector('[data-switches=theme]').addEventListener('click', () => {
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    root.dataset.theme = dark ? 'light' : 'dark'
    keep('theme', root.dataset.theme)
  })
  addSearch()
  addTry()
  addCopying()
  addTools()
  addLanguages()
  openTarget()
  openEarlier()
  showPlace()
  addEventListener('hashchange', openTarget)
})

/** Where the reader is in the list beside the page; on a small screen the list is folded. */
function showPlace() {
  const side = document.querySelector('.side')
  if (!side) return
  if (isNarrow) side.querySelector('details').open = false
  root.classList.remove('folding')
  const all = side.querySelector('.all')
  if (all && kept('families')) all.open = true
  all?.addEventListener('toggle', () => keep('families', all.open ? 'open' : ''))
  const here = side.querySelector('[aria-current]')
  if (!here || isNarrow) return
  const below = here.offsetTop + here.offsetHeight - side.clientHeight
  if (below > 0) side.scrollTop = below + side.clientHeight / 2
}

/** The search is loaded when it is first asked for. */
function addSearch() {
  const button = document.querySelector('[data-opens=search]')
  // A folder that is opened without a server cannot be searched: nothing of it may be read by a script.
  if (location.protocol === 'file:') return void button.remove()
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
  const known = await (await fetch(new URL('assets/earlier.json', base), { cache: 'no-cache' })).json()
  const api = location.pathname
    .replace(/\.html$/, '')
    .split('/')
    .pop()
  const address = known[api]?.[location.hash.slice(2)]
  if (address) location.replace(new URL(`${address}.html`, base))
}

/** The samples have their buttons; other code gets one when the reader comes to it. */
function addCopying() {
  const offer = ({ target }) => {
    const code = target.closest?.('pre')
    if (code && !code.parentElement.querySelector('.copy')) addCopyButton(code)
  }
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, offer)
  document.addEventListener('click', async ({ target }) => {
    if (!target.matches('.copy')) return
    await say(target, () => navigator.clipboard.writeText(target.parentElement.querySelector('pre code').textContent))
  })
}

/** The whole page: its Markdown to the clipboard, and all that is folded. */
function addTools() {
  const copy = document.querySelector('[data-copies=page]')
  copy?.addEventListener('click', async () => {
    const read = async () => {
      const reply = await fetch(document.querySelector('link[type="text/markdown"]').href)
      if (!reply.ok) throw new Error(`The page as Markdown answers ${reply.status}.`)
      return new Blob([await reply.text()], { type: 'text/plain' })
    }
    // Given as a promise: some browsers have forgotten the click by the time the page is here.
    await say(copy, () => navigator.clipboard.write([new ClipboardItem({ 'text/plain': read() })]))
  })
  // A folder that is opened without a server may not be read by a script.
  if (location.protocol === 'file:') copy?.remove()
  const unfold = document.querySelector('[data-unfolds=page]')
  const folded = [...document.querySelectorAll('article details')]
  unfold?.addEventListener('click', () => {
    const open = folded.some((each) => !each.open)
    for (const each of folded) each.open = open
    unfold.textContent = open ? 'Collapse all' : 'Expand all'
  })
}

/** Shows for a moment how it went. */
async function say(button, act) {
  const { textContent } = button
  await act().then(
    () => (button.textContent = 'Copied'),
    () => (button.textContent = 'Not allowed'),
  )
  setTimeout(() => (button.textContent = textContent), 1500)
}

function addCopyButton(code) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  const hadFocus = document.activeElement === code
  const frame = document.createElement('div')
  frame.className = 'copies'
  code.replaceWith(frame)
  frame.append(code, button)
  if (hadFocus) code.focus()
}

/** The first language is shown until another one is chosen. */
function addLanguages() {
  const place = document.querySelector('.samples')
  const tabs = [...(place?.querySelectorAll('[role=tab]') ?? [])]
  const choose = (language) => {
    place.classList.add('chosen')
    for (const tab of tabs) {
      const isChosen = tab.textContent === language
      tab.setAttribute('aria-selected', String(isChosen))
      document.getElementById(tab.getAttribute('aria-controls')).hidden = !isChosen
    }
  }
  for (const tab of tabs) {
    tab.addEventListener('click', () => {
      choose(tab.textContent)
      keep('language', tab.textContent)
    })
  }
  const wanted = kept('language')
  if (tabs.slice(1).some(({ textContent }) => textContent === wanted)) choose(wanted)
}

import { render } from 'preact'
import { followClock } from './data/clock.ts'
import { followEvents } from './data/live.ts'
import { App } from './shell/app.tsx'
import { readTheme, setTheme } from './shell/theme.ts'

setTheme(readTheme())
const place = document.getElementById('console')
if (place) render(<App />, place)
followClock()
void followEvents()

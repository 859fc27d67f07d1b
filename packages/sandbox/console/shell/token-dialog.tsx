import { useState } from 'preact/hooks'
import { tokenWanted } from '../data/ask.ts'
import { useValue } from '../data/observable.ts'
import { Dialog } from './dialog.tsx'

/** Asks once; the token stays in the session of this tab. */
export function TokenDialog() {
  const wanted = useValue(tokenWanted)
  const [token, setToken] = useState('')
  if (!wanted) return null
  const submit = (event: Event) => {
    event.preventDefault()
    if (token.trim() !== '') wanted.give(token.trim())
  }
  return (
    <Dialog title="Control token">
      <form onSubmit={submit}>
        <h2>Control token</h2>
        <p>This sandbox is reached from other machines, so its controls take a token. It was printed at the start, or given there.</p>
        {wanted.isWrong && <p class="refusal">That was not it.</p>}
        <label>
          Control token
          <input type="password" autocomplete="off" value={token} onInput={(event) => setToken(event.currentTarget.value)} />
        </label>
        <button type="submit" class="main">
          Open the console
        </button>
      </form>
    </Dialog>
  )
}

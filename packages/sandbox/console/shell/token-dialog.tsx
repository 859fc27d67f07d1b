import { useState } from 'preact/hooks'
import { tokenRequest } from '../data/requests.ts'
import { useValue } from '../data/observable.ts'
import { Dialog } from './dialog.tsx'

/** Dialog for the control token, which is stored for the session of the tab. */
export function TokenDialog() {
  const request = useValue(tokenRequest)
  const [token, setToken] = useState('')
  if (!request) return null
  const submit = (event: Event) => {
    event.preventDefault()
    if (token.trim() !== '') request.submit(token.trim())
  }
  return (
    <Dialog title="Control token">
      <form onSubmit={submit}>
        <h2>Control token</h2>
        <p>
          Other machines can reach this sandbox, so the console requires the control token. It is in the start message or in your
          configuration.
        </p>
        {request.isWrong && <p class="error">Wrong token.</p>}
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

/** Who there is and what lets them in: users, tokens, applications, what was allowed to them, and the browsers that are signed in. */
import { useState } from 'preact/hooks'
import type { Controls } from '../../src/generated/controls.ts'
import { requestInfo, control } from '../data/ask.ts'
import { type Loaded, useLoaded } from '../data/use-loaded.ts'
import { useTask } from '../data/use-task.ts'
import { Failed } from '../parts/failed.tsx'
import { Secret } from '../parts/secret.tsx'
import { SignIn } from './accounts/sign-in.tsx'

export function View() {
  return (
    <>
      <div class="head">
        <h1>Accounts and OAuth</h1>
      </div>
      <Own />
      <div class="grid">
        <Users />
        <Tokens />
        <Applications />
        <Consents />
      </div>
      <SignIn />
    </>
  )
}

function Own() {
  const { value, error } = useLoaded(requestInfo, [])
  if (!value) return <Failed error={error} />
  const secrets = [
    ['Token that may do everything', value.tokens.full],
    ['Token that may read', value.tokens.read],
    ['Model access key', value.inference_key],
    ['OAuth client', value.oauth.client_id],
    ['OAuth client secret', value.oauth.client_secret],
    [`Password of ${value.user.email}`, value.user.password],
  ] as const
  return (
    <section class="card">
      <h2>To begin with</h2>
      <table class="plain">
        <tbody>
          {secrets.map(([label, text]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <Secret label={label} text={text} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <details>
        <summary>What clients read from their environment</summary>
        <Secret
          label="environment"
          text={Object.entries(value.environment)
            .map(([name, text]) => `export ${name}=${text}`)
            .join('\n')}
        />
      </details>
    </section>
  )
}

function Users() {
  const users = useLoaded(() => control('GET /_sandbox/users'), [])
  const [made, setMade] = useState<Controls['POST /_sandbox/users']['reply']>()
  const { run, error } = useTask()
  const make = (fields: Readonly<Record<string, string>>) =>
    run(async () => {
      setMade(await control('POST /_sandbox/users', { body: { email: fields['email'] ?? '', password: fields['password'] ?? '' } }))
      users.reload()
    })
  return (
    <section class="card">
      <h2>Users</h2>
      <Failed error={users.error ?? error} />
      <ul class="list">
        {users.value?.users.map(({ uuid, email, name }) => (
          <li key={uuid}>
            <b>{name}</b> <span>{email}</span>
          </li>
        ))}
      </ul>
      <Fields
        fields={[
          ['email', 'E-mail address', 'email'],
          ['password', 'Password', 'password'],
        ]}
        submit="Add a user"
        onSubmit={make}
      />
      {made && (
        <p role="status">
          {made.user.email} has the token <Secret label={`token of ${made.user.email}`} text={made.tokens.full} />
        </p>
      )}
    </section>
  )
}

function Tokens() {
  const tokens = useLoaded(() => control('GET /_sandbox/tokens', { query: { all: true } }), [])
  const [made, setMade] = useState<string>()
  const { run, error } = useTask()
  const make = (fields: Readonly<Record<string, string>>) =>
    run(async () => {
      const scopes = (fields['scopes'] ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
      setMade((await control('POST /_sandbox/tokens', { body: { scopes } })).token)
      tokens.reload()
    })
  const revoke = (id: string) =>
    run(async () => {
      await control('DELETE /_sandbox/tokens', { body: { id } })
      tokens.reload()
    })
  return (
    <section class="card">
      <h2>Tokens</h2>
      <Failed error={tokens.error ?? error} />
      <ul class="list">
        {tokens.value?.tokens.map(({ id, account, scopes, kind, can_write: canWrite }) => (
          <li key={id}>
            <small>{id.slice(0, 8)}</small>
            <span>{`${kind ?? 'personal'} of ${account}: ${scopes?.join(', ') ?? (canWrite === false ? 'reads' : 'everything')}`}</span>
            <button type="button" class="small danger" aria-label={`Revoke ${id}`} onClick={() => revoke(id)}>
              Revoke
            </button>
          </li>
        ))}
      </ul>
      <Fields
        fields={[['scopes', 'Scopes, like droplet:read tag:create', 'text']]}
        choices={tokens.value?.scopes}
        submit="Make a token"
        onSubmit={make}
      />
      {made !== undefined && (
        <p role="status">
          It is shown this once: <Secret label="the new token" text={made} />
        </p>
      )}
    </section>
  )
}

function Applications() {
  const applications = useLoaded(() => control('GET /_sandbox/applications'), [])
  const [made, setMade] = useState<Controls['POST /_sandbox/applications']['reply']>()
  const { run, error } = useTask()
  const make = (fields: Readonly<Record<string, string>>) =>
    run(async () => {
      const body = { name: fields['name'] ?? '', redirect_uri: fields['redirect'] ?? '' }
      setMade(await control('POST /_sandbox/applications', { body }))
      applications.reload()
    })
  return (
    <section class="card">
      <h2>OAuth applications</h2>
      <Failed error={applications.error ?? error} />
      <ul class="list">
        {applications.value?.applications.map(({ client_id: id, name, redirect_uris: uris }) => (
          <li key={id}>
            <b>{name}</b>
            <span>{uris.join(', ')}</span>
          </li>
        ))}
      </ul>
      <Fields
        fields={[
          ['name', 'Name', 'text'],
          ['redirect', 'Redirect URI', 'url'],
        ]}
        submit="Add an application"
        onSubmit={make}
      />
      {made && (
        <p role="status">
          {made.client_id} <Secret label="the client secret" text={made.client_secret} />
        </p>
      )}
    </section>
  )
}

function Consents() {
  const consents = useLoaded(() => control('GET /_sandbox/authorizations'), [])
  const sessions = useLoaded(() => control('GET /_sandbox/sessions'), [])
  const { run, error } = useTask()
  const change = (task: () => Promise<unknown>, loaded: Loaded<unknown>) =>
    run(async () => {
      await task()
      loaded.reload()
    })
  return (
    <section class="card">
      <h2>Allowed and signed in</h2>
      <Failed error={consents.error ?? sessions.error ?? error} />
      <ul class="list">
        {consents.value?.authorizations.map(({ email, client_id: client, application, scope, tokens }) => (
          <li key={`${email} ${client}`}>
            <b>{application}</b>
            <span>{`${email}: ${scope}, ${tokens} tokens`}</span>
            <button
              type="button"
              class="small danger"
              aria-label={`Take back what ${email} allowed to ${application}`}
              onClick={() => change(() => control('DELETE /_sandbox/authorizations', { body: { email, client_id: client } }), consents)}
            >
              Take back
            </button>
          </li>
        ))}
        {sessions.value?.sessions.map(({ id, email, signed_in_at: at }) => (
          <li key={id}>
            <b>Browser</b>
            <span>{`${email}, since ${at.slice(0, 19).replace('T', ' ')}`}</span>
            <button
              type="button"
              class="small danger"
              aria-label={`Sign out the browser of ${email}`}
              onClick={() => change(() => control('DELETE /_sandbox/sessions/{session_id}', { path: { session_id: id } }), sessions)}
            >
              Sign out
            </button>
          </li>
        ))}
      </ul>
      {consents.value?.authorizations.length === 0 && sessions.value?.sessions.length === 0 && <p class="none">Nobody yet.</p>}
    </section>
  )
}

interface FieldsProps {
  readonly fields: readonly (readonly [name: string, label: string, type: string])[]
  readonly choices?: readonly string[] | undefined
  readonly submit: string
  readonly onSubmit: (fields: Readonly<Record<string, string>>) => void
}

function Fields({ fields, choices, submit, onSubmit }: FieldsProps) {
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    onSubmit(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])))
    form.reset()
  }
  return (
    <form onSubmit={send}>
      {fields.map(([name, label, type]) => (
        <label key={name}>
          <span>{label}</span>
          <input name={name} type={type as 'text'} required autocomplete="off" list={choices && `choices-${name}`} />
          {choices && (
            <datalist id={`choices-${name}`}>
              {choices.map((choice) => (
                <option key={choice} value={choice} />
              ))}
            </datalist>
          )}
        </label>
      ))}
      <button type="submit">{submit}</button>
    </form>
  )
}

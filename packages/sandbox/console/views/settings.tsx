/** Credentials, users, tokens, OAuth applications, authorizations and sessions. */
import { useState } from 'preact/hooks'
import type { Controls } from '../../src/generated/controls.ts'
import { requestInfo, control } from '../data/requests.ts'
import { type Loaded, useLoaded } from '../data/use-loaded.ts'
import { useTask } from '../data/use-task.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { Failed } from '../parts/failed.tsx'
import { FieldsForm, type FieldValues } from '../parts/fields-form.tsx'
import { Rows } from '../parts/rows.tsx'
import { Secret } from '../parts/secret.tsx'

export function View() {
  return (
    <>
      <div class="head">
        <h1>Settings</h1>
      </div>
      <div class="columns">
        <SeededCredentials />
        <Users />
        <Tokens />
        <Applications />
        <Authorizations />
      </div>
    </>
  )
}

function SeededCredentials() {
  const { value, error } = useLoaded(requestInfo, [])
  if (!value) return <Failed error={error} />
  const secrets = [
    ['Full-access token', value.tokens.full],
    ['Read-only token', value.tokens.read],
    ['Model access key', value.inference_key],
    ['OAuth client ID', value.oauth.client_id],
    ['OAuth client secret', value.oauth.client_secret],
    [`Password of ${value.user.email}`, value.user.password],
  ] as const
  return (
    <section class="card">
      <h2>Seeded credentials</h2>
      <Rows rows={secrets.map(([label, text]) => [label, <Secret key={label} label={label} text={text} />])} />
      <details>
        <summary>Environment variables for clients</summary>
        <Secret
          label="environment variables"
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
  const [created, setCreated] = useState<Controls['POST /_sandbox/users']['reply']>()
  const { run, error } = useTask()
  const create = (fields: FieldValues) =>
    run(async () => {
      setCreated(await control('POST /_sandbox/users', { body: { email: fields['email'] ?? '', password: fields['password'] ?? '' } }))
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
      <FieldsForm
        fields={[
          { name: 'email', label: 'Email', type: 'email', isRequired: true },
          { name: 'password', label: 'Password', type: 'password', isRequired: true },
        ]}
        submit="Create user"
        onSubmit={create}
      />
      {created && (
        <p role="status">
          Token of {created.user.email}: <Secret label={`token of ${created.user.email}`} text={created.tokens.full} />
        </p>
      )}
    </section>
  )
}

function Tokens() {
  const tokens = useLoaded(() => control('GET /_sandbox/tokens', { query: { all: true } }), [])
  const [created, setCreated] = useState<string>()
  const { run, error } = useTask()
  const create = (fields: FieldValues) =>
    run(async () => {
      const scopes = (fields['scopes'] ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
      setCreated((await control('POST /_sandbox/tokens', { body: { scopes } })).token)
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
            <span>{`${account} · ${kind ?? 'personal'} · ${scopes?.join(', ') ?? (canWrite === false ? 'read-only' : 'full access')}`}</span>
            <ConfirmButton
              isSmall
              label="Revoke"
              name={`Revoke ${id.slice(0, 8)}`}
              message="Requests with this token return 401 from now on."
              onConfirm={() => revoke(id)}
            />
          </li>
        ))}
      </ul>
      <FieldsForm
        fields={[
          { name: 'scopes', label: 'Scopes, for example droplet:read tag:create', isRequired: true, suggestions: tokens.value?.scopes },
        ]}
        submit="Create token"
        onSubmit={create}
      />
      {created !== undefined && (
        <p role="status">
          New token (shown only once): <Secret label="the new token" text={created} />
        </p>
      )}
    </section>
  )
}

function Applications() {
  const applications = useLoaded(() => control('GET /_sandbox/applications'), [])
  const [created, setCreated] = useState<Controls['POST /_sandbox/applications']['reply']>()
  const { run, error } = useTask()
  const create = (fields: FieldValues) =>
    run(async () => {
      const body = { name: fields['name'] ?? '', redirect_uri: fields['redirect'] ?? '' }
      setCreated(await control('POST /_sandbox/applications', { body }))
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
      <FieldsForm
        fields={[
          { name: 'name', label: 'Name', isRequired: true },
          { name: 'redirect', label: 'Redirect URI', type: 'url', isRequired: true },
        ]}
        submit="Create application"
        onSubmit={create}
      />
      {created && (
        <p role="status">
          Secret of {created.client_id} (shown only once): <Secret label="the client secret" text={created.client_secret} />
        </p>
      )}
    </section>
  )
}

function Authorizations() {
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
      <h2>Authorizations and sessions</h2>
      <Failed error={consents.error ?? sessions.error ?? error} />
      <ul class="list">
        {consents.value?.authorizations.map(({ email, client_id: client, application, scope, tokens }) => (
          <li key={`${email} ${client}`}>
            <b>{application}</b>
            <span>{`${email} · ${scope} · ${tokens} tokens`}</span>
            <ConfirmButton
              isSmall
              label="Revoke"
              name={`Revoke the authorization of ${application} by ${email}`}
              message="The application loses its tokens, and the user must authorize it again."
              onConfirm={() => change(() => control('DELETE /_sandbox/authorizations', { body: { email, client_id: client } }), consents)}
            />
          </li>
        ))}
        {sessions.value?.sessions.map(({ id, email, signed_in_at: at }) => (
          <li key={id}>
            <b>Session</b>
            <span>{`${email} · since ${at.slice(0, 19).replace('T', ' ')}`}</span>
            <ConfirmButton
              isSmall
              label="Sign out"
              name={`Sign out the browser of ${email}`}
              message="The user must sign in again."
              onConfirm={() => change(() => control('DELETE /_sandbox/sessions/{session_id}', { path: { session_id: id } }), sessions)}
            />
          </li>
        ))}
      </ul>
      {consents.value?.authorizations.length === 0 && sessions.value?.sessions.length === 0 && (
        <p class="none">No authorizations or sessions. Sign in through an OAuth application to see one here.</p>
      )}
    </section>
  )
}

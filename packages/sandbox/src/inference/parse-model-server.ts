/** Parses servers of models, as `--models-from` has them. */

export interface ModelServer {
  /** Base URL like `http://127.0.0.1:11434/v1`. */
  readonly url: string
  /** Name of the model on the server. Default: the same as in the sandbox. */
  readonly model?: string | undefined
}

/** Stands for all models without an entry of their own. */
export const allModels = '*'

/** Parses `URL`, `URL#name` or `model=URL#name`. @throws Error */
export function parseModelServer(text: string): readonly [string, ModelServer] {
  const [, model = allModels, url = ''] = /^(?:([^=:/]+)=)?(.*)$/s.exec(text) ?? []
  return [model, parseServerUrl(url)]
}

/** @throws Error */
export function parseServerUrl(text: string): ModelServer {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.username !== '' || url.password !== '')
    throw new Error('Give the base URL of a server with the OpenAI protocol, for example http://127.0.0.1:11434/v1.')
  const model = decodeURIComponent(url.hash.slice(1))
  return { url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, ...(model !== '' && { model }) }
}

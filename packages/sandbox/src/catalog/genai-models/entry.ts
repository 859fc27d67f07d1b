import type { Kinds } from '../../generated/types.ts'
import type { Sent } from '../../engine/kinds.ts'

type Model = Sent<Kinds['GenaiModel']>

/** What is known about one model of the platform. */
export interface GenaiModelEntry {
  readonly uuid: string
  /** What inference takes as `model`. */
  readonly id: string
  readonly name: string
  /** Who trained it, as people write it and as inference names its owner. */
  readonly creator: string
  readonly ownedBy: string
  readonly provider: Model['provider']
  readonly type: 'text' | 'embedding' | 'image' | 'audio' | 'video' | 'reranking'
  /** One line. */
  readonly short: string
  readonly description: string
  readonly capabilities: readonly string[]
  readonly input: readonly string[]
  readonly output: readonly string[]
  /** Tokens. */
  readonly contextWindow: number
  readonly maxOutputTokens?: number
  /** Billions. */
  readonly parameterCount?: number
  readonly hub?: string
  readonly uses: NonNullable<Model['usecases']>
  readonly endpoints: NonNullable<Model['endpoints']>
  readonly settings: readonly GenaiModelSetting[]
  readonly reasoningEfforts?: readonly string[]
  /** Only on models for knowledge bases, in tokens. */
  readonly chunks?: { readonly default: number; readonly min: number; readonly max: number }
  /** Only on models that make vectors. */
  readonly dimensions?: number
  /** US dollars, by the names of the API. */
  readonly prices: NonNullable<Model['pricing']>
  readonly availability: readonly string[]
  readonly badges?: readonly string[]
  readonly lifecycle?: 'preview' | 'active' | 'deprecated' | 'retired'
  readonly version: Model['version']
  readonly agreement?: NonNullable<Model['agreement']>
  /** When the model came out: seconds since 1970. */
  readonly released: number
  /** When the platform first offered it, and last revised its entry. */
  readonly added: string
  readonly revised: string
}

export interface GenaiModelSetting {
  readonly name: string
  readonly type: 'number' | 'integer' | 'string'
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly default_value?: number
  readonly default_string?: string
  readonly options?: readonly string[]
}

import { createContext } from 'preact'
import type { Schema } from '../data/specification.ts'

export interface FormContext {
  readonly family: string
  readonly schemas: Readonly<Record<string, Schema>>
  /** Messages of the last response by place and pointer, for example `body/size_gigabytes`. */
  readonly findings: ReadonlyMap<string, string>
}

export const FormContext = createContext<FormContext>({ family: '', schemas: {}, findings: new Map() })

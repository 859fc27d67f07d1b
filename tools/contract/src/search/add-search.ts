import { defineVerification } from '../assurance/verification.ts'
import { measureSearch } from './measure-search.ts'

export const addSearch = defineVerification({
  name: 'search',
  description: 'Search the reference for every question in questions.tsv: the right page is the first result.',
  run: () => measureSearch(),
})

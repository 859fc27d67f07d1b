import { defineVerification } from '../assurance/verification.ts'
import { measureSearch } from './measure-search.ts'

export const addSearch = defineVerification({
  name: 'search',
  description:
    "ask the built reference's search the questions of generators/reference/search/questions.tsv: the page that each means must come first",
  run: () => measureSearch(),
})

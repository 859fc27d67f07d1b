declare const schema: { readonly $schema: string; readonly $id?: string; readonly title: string; readonly [keyword: string]: unknown }
export default schema

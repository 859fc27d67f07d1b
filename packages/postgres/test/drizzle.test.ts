import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { drizzle as createPgDrizzle } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import { integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { drizzle as createPostgresDrizzle } from 'drizzle-orm/postgres-js'
import { migrate as migratePostgres } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { describe, expect, it, onTestFinished } from 'vitest'
import { backends, connect, start } from './start.ts'

const authors = pgTable('authors', { id: serial().primaryKey(), name: text().notNull().unique() })
const books = pgTable('books', { id: serial().primaryKey(), title: text().notNull(), author: integer().references(() => authors.id) })

/** Creates a migration in the layout of `drizzle-kit generate`. */
function createMigrations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'drizzle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'meta'))
  const entries = [{ idx: 0, version: '7', when: 1_760_000_000_000, tag: '0000_start', breakpoints: true }]
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
  writeFileSync(
    join(folder, '0000_start.sql'),
    `CREATE TABLE authors (id serial PRIMARY KEY, name text NOT NULL UNIQUE);--> statement-breakpoint
     CREATE TABLE books (id serial PRIMARY KEY, title text NOT NULL, author integer REFERENCES authors)`,
  )
  return folder
}

describe.each(backends)('Drizzle with a cluster served by %s', (backend) => {
  it('migrates, queries and undoes transactions, with the drivers pg and postgres', async () => {
    const sandbox = await start(backend)
    onTestFinished(() => sandbox[Symbol.asyncDispose]())
    const { uri } = (await sandbox.createCluster())['connection']
    const migrationsFolder = createMigrations()
    const client = await connect(uri)
    const sql = postgres(uri, { max: 3, onnotice: () => {} })
    onTestFinished(() => sql.end())
    const databases = [createPgDrizzle(client), createPostgresDrizzle(sql)] as const
    await migratePg(databases[0], { migrationsFolder })
    await migratePostgres(databases[1], { migrationsFolder })
    for (const [index, database] of databases.entries()) {
      const name = `Author ${index}`
      const [author] = await database.insert(authors).values({ name }).returning()
      await database.insert(books).values([
        { title: 'Dune', author: author?.id },
        { title: 'Emma', author: author?.id },
      ])
      await expect(
        database.transaction(async (transaction) => {
          await transaction.delete(books)
          await transaction.insert(authors).values({ name })
        }),
      ).rejects.toMatchObject({ cause: { code: '23505' } })
      const find = () =>
        database.select({ title: books.title }).from(books).innerJoin(authors, eq(books.author, authors.id)).where(eq(authors.name, name))
      for (const found of await Promise.all([find(), find(), find()])) expect(found).toEqual([{ title: 'Dune' }, { title: 'Emma' }])
    }
  })
})

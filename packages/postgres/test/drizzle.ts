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
import { expect, onTestFinished } from 'vitest'
import { connect } from './start.ts'

const authors = pgTable('authors', { id: serial().primaryKey(), name: text().notNull().unique() })
const novels = pgTable('novels', { id: serial().primaryKey(), title: text().notNull(), author: integer().references(() => authors.id) })

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
     CREATE TABLE novels (id serial PRIMARY KEY, title text NOT NULL, author integer REFERENCES authors)`,
  )
  return folder
}

/** Migrates, queries and undoes transactions in an empty database, with the drivers pg and postgres. */
export async function assertDrizzleWorks(uri: string): Promise<void> {
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
    await database.insert(novels).values([
      { title: 'Dune', author: author?.id },
      { title: 'Emma', author: author?.id },
    ])
    await expect(
      database.transaction(async (transaction) => {
        await transaction.delete(novels)
        await transaction.insert(authors).values({ name })
      }),
    ).rejects.toMatchObject({ cause: { code: '23505' } })
    const find = () =>
      database.select({ title: novels.title }).from(novels).innerJoin(authors, eq(novels.author, authors.id)).where(eq(authors.name, name))
    for (const found of await Promise.all([find(), find(), find()])) expect(found).toEqual([{ title: 'Dune' }, { title: 'Emma' }])
  }
}

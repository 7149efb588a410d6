import { sql } from 'drizzle-orm'
import { db } from '~/server/db.server'

/** 200 while the database answers, 503 otherwise. */
export async function loader() {
	try {
		await db.get(sql`select 1`)
		return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } })
	} catch {
		return Response.json({ status: 'unavailable' }, { status: 503, headers: { 'Cache-Control': 'no-store' } })
	}
}

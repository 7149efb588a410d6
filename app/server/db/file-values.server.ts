/* Converts values to and from a database file. */

/** A value as SQLite knows it. @throws TypeError for undefined, which is a mistake and no null. */
export function toBindable(value: unknown): unknown {
	if (value === undefined) throw new TypeError('undefined cannot be a value of a statement')
	if (typeof value === 'boolean') return Number(value)
	return value instanceof Date ? value.getTime() : value
}

/* SQLite allows more; no query has a tenth of it. */
const MOST_COLUMNS = 200

/**
 * A row: its values by place, as Drizzle reads them, and listed by name, for raw SQL; of two with one name the first
 * counts. `@libsql/client` defines each place of each row; getters that all rows share cost a fifth of it.
 */
export class Row {
	[name: string]: unknown
	readonly #values: readonly unknown[]

	constructor(values: readonly unknown[], names: readonly string[]) {
		this.#values = values
		for (const [place, name] of names.entries()) if (!(name in this)) this[name] = values[place]
	}

	static {
		for (let place = 0; place < MOST_COLUMNS; place++) {
			Object.defineProperty(Row.prototype, place, {
				get(this: Row) {
					return this.#values[place]
				},
			})
		}
	}

	get length() {
		return this.#values.length
	}
}
